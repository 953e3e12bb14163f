package cli

// Names for the external tests.
var (
	Marks     = marks
	PrintMenu = printMenu
)
