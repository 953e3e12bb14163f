package e2e_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/store/postgres/pgtest"
)

func dial(b *testing.B, s *server) *grpc.ClientConn {
	b.Helper()
	conn, err := grpc.NewClient(s.grpc, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := conn.Close(); err != nil {
			b.Error(err)
		}
	})
	return conn
}

// benchTools are made-up tools numbered from first, always the same ones.
func benchTools(first, n int) []*discoveryv1.ToolInput {
	verbs := []string{"create", "list", "delete", "update", "export", "archive", "assign", "merge"}
	nouns := []string{"invoice", "shipment", "customer", "calendar", "report", "warehouse", "ticket", "budget", "contract", "vehicle"}
	tools := make([]*discoveryv1.ToolInput, n)
	for i := range tools {
		k := first + i
		verb, noun, other := verbs[k%8], nouns[k/8%10], nouns[(k/80+3)%10]
		schema := fmt.Sprintf(`{"type":"object","properties":{"%s_id":{"type":"string","description":"Which %s to %s"},"note":{"type":"string"}},"required":["%s_id"]}`, noun, noun, verb, noun)
		tools[i] = &discoveryv1.ToolInput{
			Name:        fmt.Sprintf("%s.%s_%s_%d", noun, verb, other, k),
			Description: fmt.Sprintf("%s one %s of the %s department and tell its %s when that is done; number %d.", verb, noun, other, nouns[k%10], k),
			Parameters:  &schema, Capabilities: []string{noun + ":" + verb},
		}
	}
	return tools
}

func applyAll(b *testing.B, conn *grpc.ClientConn, catalog string, n int) {
	b.Helper()
	client := discoveryv1.NewRegistryServiceClient(conn)
	for first := 0; first < n; first += 2000 {
		_, err := client.ApplyTools(context.Background(), &discoveryv1.ApplyToolsRequest{
			Catalog: catalog, Team: "bench", Tools: benchTools(first, min(2000, n-first)),
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSearchOverGRPC reports one client's latency, network and client included.
func BenchmarkSearchOverGRPC(b *testing.B) {
	s := startSQLite(b)
	conn := dial(b, s)
	for _, n := range []int{200, 2_000, 20_000} {
		catalog := fmt.Sprintf("bench-%d", n)
		applyAll(b, conn, catalog, n)
		for kind, query := range map[string]string{
			"keyword": "export invoice",
			"long":    "please archive the invoice of the customer and then tell the warehouse department about the shipment report",
		} {
			b.Run(fmt.Sprintf("%s/%d", kind, n), func(b *testing.B) {
				client := discoveryv1.NewSearchServiceClient(conn)
				var took []time.Duration
				for b.Loop() {
					start := time.Now()
					if _, err := client.SearchTools(context.Background(), &discoveryv1.SearchToolsRequest{Catalog: catalog, Query: query}); err != nil {
						b.Fatal(err)
					}
					took = append(took, time.Since(start))
				}
				reportPercentiles(b, took)
			})
		}
	}
}

func reportPercentiles(b *testing.B, took []time.Duration) {
	b.Helper()
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
}

// BenchmarkApply reports how many new tools a second are durable, for applies of several sizes.
func BenchmarkApply(b *testing.B) {
	for _, backend := range []string{"sqlite", "postgres"} {
		for _, size := range []int{1, 100, 2_000} {
			b.Run(fmt.Sprintf("%s/%d", backend, size), func(b *testing.B) {
				url := "sqlite:" + b.TempDir() + "/bench.db"
				if backend == "postgres" {
					url = pgtest.URL(b)
				}
				conn := dial(b, start(b, url))
				client := discoveryv1.NewRegistryServiceClient(conn)
				done := 0
				for b.Loop() {
					_, err := client.ApplyTools(context.Background(), &discoveryv1.ApplyToolsRequest{
						Catalog: "default", Team: "bench", Tools: benchTools(done, size),
					})
					if err != nil {
						b.Fatal(err)
					}
					done += size
				}
				b.ReportMetric(float64(done)/b.Elapsed().Seconds(), "tools/s")
			})
		}
	}
}
