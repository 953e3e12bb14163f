package catalog

import "time"

// Built makes the feed believe that a build has taken some time.
func (c *Catalogs) Built(catalog string, took time.Duration) { c.built(catalog, took, 0) }
