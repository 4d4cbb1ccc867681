// A Go test that runs the cases of kind input in cases.json against an MCP server, one subtest a case.
//
//	CASES=generated/cases.json MCP_URL=http://127.0.0.1:8000/mcp go test toolwright_cases_test.go
//
// The token comes from the variable TOKEN. With TOOL, only the cases of that tool run. Cases that need the values of a target file
// (ids of existing things) are not for this example.
package cases

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"
)

type edit struct {
	Set, Remove, Text *string
	Head              string
	Times             int
	To                json.RawMessage
	// Lists, objects and deep values that an edit builds are not for this example.
	Item, Entry, Wrap json.RawMessage
}

type base struct {
	Input json.RawMessage
	On    string
	Edits []edit
}

// group has the cases of the constraints of one schema.
type group struct {
	Tool, Argument, Schema string
	Pointer, Base          *string
	Keywords               map[string]map[string][][]json.RawMessage
}

type caseFile struct {
	Bases  map[string]base
	Cases  []group
	Places map[string]string
}

func TestInput(t *testing.T) {
	text, err := os.ReadFile(os.Getenv("CASES"))
	if err != nil {
		t.Fatal(err)
	}
	var stored caseFile
	read(t, text, &stored)
	mcp := &server{url: os.Getenv("MCP_URL"), token: os.Getenv("TOKEN")}
	mcp.request(t, "initialize", map[string]any{
		"protocolVersion": "2025-11-25",
		"capabilities":    map[string]any{},
		"clientInfo":      map[string]any{"name": "go test", "version": "1"},
	})
	for _, each := range stored.Cases {
		if only := os.Getenv("TOOL"); only != "" && each.Tool != only {
			continue
		}
		for keyword, outcomes := range each.Keywords {
			for expect, probes := range outcomes {
				for _, probe := range probes {
					tryProbe(t, mcp, stored, each, keyword, expect, probe)
				}
			}
		}
	}
}

// tryProbe sends valid arguments, which are accepted, or arguments with one mistake, which are refused.
func tryProbe(t *testing.T, mcp *server, stored caseFile, each group, keyword, expect string, probe []json.RawMessage) {
	var variant string
	var edits []edit
	read(t, probe[0], &variant)
	read(t, probe[2], &edits)
	arguments, isKnown := stored.argumentsOf(t, each.Tool+or(each.Base, each.Argument))
	if isKnown {
		arguments, isKnown = apply(t, arguments, edits, or(each.Pointer, each.Argument))
	}
	if !isKnown {
		return
	}
	t.Run("input/"+each.Tool+each.Argument+"/"+keyword+"/"+variant, func(t *testing.T) {
		answer := mcp.request(t, "tools/call", map[string]any{"name": each.Tool, "arguments": arguments})
		isRefused := answer.Error != nil || answer.Result.IsError
		if isRefused != (expect == "refused") {
			place := each.Schema + "/" + keyword
			if known, is := stored.Places[place]; is {
				place = known
			}
			t.Errorf("%s: expected to be %s, got %.300s", place, expect, answer.text)
		}
	})
}

func or(value *string, fallback string) string {
	if value == nil {
		return fallback
	}
	return *value
}

func (stored caseFile) argumentsOf(t *testing.T, name string) (any, bool) {
	each := stored.Bases[name]
	if each.On == "" {
		var input any
		read(t, each.Input, &input)
		return input, true
	}
	input, isKnown := stored.argumentsOf(t, each.On)
	if !isKnown {
		return nil, false
	}
	return apply(t, input, each.Edits, "")
}

// apply carries out edits: `set` with `to` or with a repeated `text`, and `remove`. Its second result is false for other forms.
func apply(t *testing.T, arguments any, edits []edit, pointer string) (any, bool) {
	root := any(map[string]any{"": arguments})
	for _, each := range edits {
		if each.Item != nil || each.Entry != nil || each.Wrap != nil {
			return nil, false
		}
		if each.Remove != nil {
			root = change(root, steps(*each.Remove), nil, true)
			continue
		}
		var value any
		if each.Text != nil {
			value = each.Head + strings.Repeat(*each.Text, each.Times)
		} else {
			read(t, each.To, &value)
		}
		root = change(root, steps(or(each.Set, pointer)), value, false)
	}
	return root.(map[string]any)[""], true
}

func steps(pointer string) []string {
	parts := strings.Split(pointer, "/")
	for i, part := range parts {
		parts[i] = strings.ReplaceAll(strings.ReplaceAll(part, "~1", "/"), "~0", "~")
	}
	return parts
}

// change returns the place with a value set or removed below it.
func change(place any, path []string, value any, isRemoved bool) any {
	step, isLast := path[0], len(path) == 1
	switch place := place.(type) {
	case map[string]any:
		if !isLast {
			place[step] = change(place[step], path[1:], value, isRemoved)
		} else if isRemoved {
			delete(place, step)
		} else {
			place[step] = value
		}
		return place
	case []any:
		index, err := strconv.Atoi(step)
		if err != nil || index == len(place) {
			return append(place, value)
		}
		if !isLast {
			place[index] = change(place[index], path[1:], value, isRemoved)
		} else if isRemoved {
			return append(place[:index], place[index+1:]...)
		} else {
			place[index] = value
		}
		return place
	default:
		return place
	}
}

type server struct {
	url, token, session string
	id                  int
}

type answer struct {
	Error  json.RawMessage
	Result struct{ IsError bool }
	text   []byte
}

func (mcp *server) request(t *testing.T, method string, params any) answer {
	mcp.id++
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": mcp.id, "method": method, "params": params})
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequest(http.MethodPost, mcp.url, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json, text/event-stream")
	request.Header.Set("MCP-Protocol-Version", "2025-11-25")
	if mcp.token != "" {
		request.Header.Set("Authorization", "Bearer "+mcp.token)
	}
	if mcp.session != "" {
		request.Header.Set("Mcp-Session-Id", mcp.session)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if session := response.Header.Get("Mcp-Session-Id"); session != "" {
		mcp.session = session
	}
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode >= 400 && !bytes.HasPrefix(text, []byte("{")) {
		return answer{Error: []byte("null"), text: text}
	}
	// In an event stream, the last message is the answer.
	for _, line := range strings.Split(string(text), "\n") {
		if strings.HasPrefix(line, "data:") {
			text = []byte(strings.TrimPrefix(line, "data:"))
		}
	}
	result := answer{text: text}
	read(t, text, &result)
	return result
}

// read keeps the digits of numbers.
func read(t *testing.T, text []byte, into any) {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(into); err != nil {
		t.Fatalf("%v: %.300s", err, text)
	}
}
