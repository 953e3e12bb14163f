package tool

import (
	"strconv"

	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/problem"
)

func (c *draftChecker) deprecation(d *Deprecation, name string) *Deprecation {
	if d == nil {
		return nil
	}
	at := c.at + "/deprecation"
	problems := CheckReason(at+"/reason", d.Reason)
	checked := Deprecation{Reason: d.Reason, Sunset: d.Sunset}
	if d.ReplacedBy != "" {
		var found problem.List
		checked.ReplacedBy, found = CheckName(at+"/replaced_by", d.ReplacedBy)
		if checked.ReplacedBy != "" && checked.ReplacedBy == name {
			found.Add(at+"/replaced_by", problem.InvalidField, "%q is the tool's own name; name the tool to use instead", name)
		}
		problems = append(problems, found...)
	}
	if d.Sunset != "" && !isDate(d.Sunset) {
		problems.Add(at+"/sunset", problem.InvalidField, "%s is not a date; want YYYY-MM-DD", Shown(d.Sunset))
	}
	if c.found(problems) {
		return nil
	}
	return &checked
}

func (c *draftChecker) expect(expect []Expectation) []Expectation {
	at := c.at + "/expect"
	if len(expect) > limits.Expectations {
		over(&c.problems, at, "expect", len(expect), limits.Expectations, "expectations")
		expect = expect[:limits.Expectations]
	}
	var good []Expectation
	for i, e := range expect {
		at := at + "/" + strconv.Itoa(i)
		problems := CheckText(at+"/query", e.Query, "query", limits.QueryChars)
		if Fold(e.Query) == "" {
			problems.Add(at+"/query", problem.InvalidField, "is empty; want a query that must find this tool")
		}
		if e.Within < limits.ExpectWithinMin || e.Within > limits.MaxRows {
			problems.Add(at+"/within", problem.InvalidField, "is %d; want %d to %d rows", e.Within, limits.ExpectWithinMin, limits.MaxRows)
		}
		if !c.found(problems) {
			good = append(good, e)
		}
	}
	return good
}

// isDate reports whether s is a day of the Gregorian calendar as YYYY-MM-DD.
func isDate(s string) bool {
	if len(s) != len("2006-01-02") || s[4] != '-' || s[7] != '-' {
		return false
	}
	year, okYear := digits(s[:4])
	month, okMonth := digits(s[5:7])
	day, okDay := digits(s[8:])
	return okYear && okMonth && okDay && 1 <= month && month <= 12 && 1 <= day && day <= daysIn(year, month)
}

func digits(s string) (int, bool) {
	n := 0
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = n*10 + int(s[i]-'0')
	}
	return n, true
}

func daysIn(year, month int) int {
	switch month {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	}
	return 31
}
