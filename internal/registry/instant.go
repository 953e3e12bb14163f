package registry

import "fmt"

// instant writes microseconds since the Unix epoch as RFC 3339 in UTC, with as
// many groups of three decimals as it needs, as proto JSON writes timestamps.
// The core has no clock and no package time; this is arithmetic only.
func instant(micros int64) string {
	const perSecond, perDay = 1_000_000, 86_400_000_000
	days, rest := floorDiv(micros, perDay)
	year, month, day := civil(days)
	seconds, fraction := rest/perSecond, rest%perSecond
	text := fmt.Sprintf("%04d-%02d-%02dT%02d:%02d:%02d", year, month, day, seconds/3600, seconds/60%60, seconds%60)
	switch {
	case fraction == 0:
		return text + "Z"
	case fraction%1000 == 0:
		return text + fmt.Sprintf(".%03dZ", fraction/1000)
	default:
		return text + fmt.Sprintf(".%06dZ", fraction)
	}
}

// civil returns the Gregorian date of a number of days since 1970-01-01. It
// counts in eras of 400 years (146,097 days) that begin on a first of March, so
// that the leap day is the last day of a year.
func civil(days int64) (year, month, day int64) {
	const epoch, era = 719_468, 146_097 // days from 0000-03-01 to 1970-01-01
	eras, inEra := floorDiv(days+epoch, era)
	yearOfEra := (inEra - inEra/1460 + inEra/36524 - inEra/146096) / 365
	dayOfYear := inEra - (365*yearOfEra + yearOfEra/4 - yearOfEra/100)
	monthFromMarch := (5*dayOfYear + 2) / 153
	day = dayOfYear - (153*monthFromMarch+2)/5 + 1
	month = monthFromMarch + 3
	year = yearOfEra + 400*eras
	if month > 12 {
		month -= 12
		year++
	}
	return year, month, day
}

func floorDiv(a, b int64) (quotient, remainder int64) {
	quotient, remainder = a/b, a%b
	if remainder < 0 {
		return quotient - 1, remainder + b
	}
	return quotient, remainder
}
