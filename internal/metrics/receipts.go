package metrics

import "github.com/prometheus/client_golang/prometheus"

type receiptMetrics struct{ saved, dropped prometheus.Counter }

func newReceipts(f factory) receiptMetrics {
	return receiptMetrics{
		saved:   f.counter("receipts_saved_total", "Receipts of turns that were stored."),
		dropped: f.counter("receipts_dropped_total", "Receipts of turns that found no room or no store and are lost."),
	}
}

// ReceiptsSaved counts receipts that were stored.
func (m *Metrics) ReceiptsSaved(n int) { m.receipts.saved.Add(float64(n)) }

// ReceiptsDropped counts receipts that are lost.
func (m *Metrics) ReceiptsDropped(n int) { m.receipts.dropped.Add(float64(n)) }
