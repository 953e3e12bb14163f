package registry

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestInstantsAreRFC3339(t *testing.T) {
	cases := map[int64]string{
		0:                     "1970-01-01T00:00:00Z",
		-1:                    "1969-12-31T23:59:59.999999Z",
		1_767_323_045_120_000: "2026-01-02T03:04:05.120Z",
		1_767_323_045_000_001: "2026-01-02T03:04:05.000001Z",
		1_835_395_200_000_000: "2028-02-29T00:00:00Z",
	}
	for micros, want := range cases {
		if got := instant(micros); got != want {
			t.Errorf("instant(%d) = %s, want %s", micros, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		micros := rapid.Int64Range(-62_135_596_800_000_000, 253_402_300_799_999_999).Draw(t, "micros") // years 1 to 9999
		got, err := time.Parse(time.RFC3339Nano, instant(micros))
		if err != nil || got.UnixMicro() != micros {
			t.Fatalf("instant(%d) = %s, which reads as %v, %v", micros, instant(micros), got, err)
		}
	})
}
