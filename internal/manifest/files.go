package manifest

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/discoveryd/discoveryd/internal/limits"
)

// file is the text of one manifest file.
type file struct {
	name string
	data []byte
}

// read collects the files of all paths, in the order given; those of a folder by path.
func (s Source) read() ([]file, Problems) {
	var files []file
	var problems Problems
	for _, path := range s.Paths {
		names, err := expand(path)
		if err == nil && len(names) == 0 {
			err = fmt.Errorf("no *.yaml, *.yml or *.json file in this folder")
		}
		if err != nil {
			problems = append(problems, Problem{Position{File: path}, plain(err)})
			continue
		}
		for _, name := range names {
			f, err := s.open(name)
			if err != nil {
				problems = append(problems, Problem{Position{File: name}, plain(err)})
				continue
			}
			files = append(files, f)
		}
	}
	return files, problems
}

// expand returns a file's own path, or the manifest files below a folder. Hidden ones are left out.
func expand(path string) ([]string, error) {
	if path == "-" {
		return []string{path}, nil
	}
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		return []string{path}, err
	}
	var names []string
	err = filepath.WalkDir(path, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		hidden := strings.HasPrefix(entry.Name(), ".") && name != path
		if entry.IsDir() && hidden {
			return fs.SkipDir
		}
		kinds := []string{".yaml", ".yml", ".json"}
		if !entry.IsDir() && !hidden && slices.Contains(kinds, filepath.Ext(name)) {
			names = append(names, name)
		}
		return nil
	})
	return names, err
}

func (s Source) open(name string) (file, error) {
	if name == "-" {
		if s.Stdin == nil {
			return file{name: "stdin"}, nil
		}
		data, err := readBounded(s.Stdin)
		return file{"stdin", data}, err
	}
	f, err := os.Open(name)
	if err != nil {
		return file{}, err
	}
	defer f.Close() //nolint:errcheck // nothing was written
	data, err := readBounded(f)
	return file{name, data}, err
}

func readBounded(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, limits.ApplyBody+1))
	if err == nil && len(data) > limits.ApplyBody {
		err = fmt.Errorf("larger than %d bytes (limit apply_body): split it", limits.ApplyBody)
	}
	return data, err
}

// plain drops the operation and the path that os puts before the cause; the path is printed anyway.
func plain(err error) string {
	if cause, ok := err.(*fs.PathError); ok { //nolint:errorlint // os returns it bare
		return cause.Err.Error()
	}
	return err.Error()
}
