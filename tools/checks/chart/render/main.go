// Renders a chart's templates where there is no Helm: Helm's template language is Go's text/template with the functions
// of sprig and a few of its own, and so is this. It knows what deploy/helm uses (include, toYaml, lookup, the files
// of one chart), not dependencies, hooks or the cluster's state.
//
// Standard input: {"templates": {path: text}, "files": {path: text}, "root": {"Values": …, "Release": …, "Chart": …}}.
// Standard output: {path: rendered text}. The libraries are Debian's (golang-github-masterminds-sprig-dev).
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"sigs.k8s.io/yaml"
)

type request struct {
	Templates map[string]string      `json:"templates"`
	Files     files                  `json:"files"`
	Root      map[string]interface{} `json:"root"`
}

// The chart's other files, by path.
type files map[string]string

func (f files) Get(name string) string { return f[name] }

func toYAML(value interface{}) (string, error) {
	text, err := yaml.Marshal(value)
	return strings.TrimSuffix(string(text), "\n"), err
}

func parse(templates map[string]string) (*template.Template, error) {
	set := template.New("chart").Option("missingkey=zero")
	functions := sprig.TxtFuncMap()
	functions["toYaml"] = toYAML
	functions["include"] = func(name string, data interface{}) (string, error) {
		var text bytes.Buffer
		err := set.ExecuteTemplate(&text, name, data)
		return text.String(), err
	}
	// As "helm template" has it: there is no cluster to look into.
	functions["lookup"] = func(version, kind, namespace, name string) map[string]interface{} {
		return map[string]interface{}{}
	}
	set.Funcs(functions)
	for name, text := range templates {
		if _, err := set.New(name).Parse(text); err != nil {
			return nil, err
		}
	}
	return set, nil
}

func render(input request) (map[string]string, error) {
	set, err := parse(input.Templates)
	if err != nil {
		return nil, err
	}
	input.Root["Files"] = input.Files
	rendered := map[string]string{}
	for name := range input.Templates {
		if strings.HasPrefix(path.Base(name), "_") {
			continue
		}
		var text bytes.Buffer
		if err := set.ExecuteTemplate(&text, name, input.Root); err != nil {
			return nil, err
		}
		// As Helm does: an absent value prints nothing.
		rendered[name] = strings.ReplaceAll(text.String(), "<no value>", "")
	}
	return rendered, nil
}

func main() {
	var input request
	if err := json.NewDecoder(os.Stdin).Decode(&input); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	rendered, err := render(input)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if err := json.NewEncoder(os.Stdout).Encode(rendered); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
