package tuitest

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// Shapes and ShapesABI are the bytecode, in hex, and the ABI of the module 0x1::shapes. One of its functions has every instruction.
var (
	//go:embed testdata/shapes.hex
	Shapes string
	//go:embed testdata/shapes_abi.json
	ShapesABI string
	//go:embed testdata/coin_abi.json
	coinABI string
	//go:embed testdata/hostile_abi.json
	hostileABI string // with ATTACK for Attack
)

// serveModule responds with a module of 0x1: coin is ordinary, bare has no functions, closed has no ABI, shapes has real bytecode,
// and hostile has Attack in every string.
func serveModule(w http.ResponseWriter, name string) {
	abi := ""
	switch name {
	case "coin":
		abi = coinABI
	case "bare":
		abi = `{"address": "0x1", "name": "bare", "friends": [], "exposed_functions": [], "structs": []}`
	case "closed":
		fmt.Fprint(w, `{"bytecode": "0xa11ceb0b0700000a"}`)
		return
	case "shapes":
		fmt.Fprintf(w, `{"bytecode": "0x%s", "abi": %s}`, Shapes, ShapesABI)
		return
	case "hostile":
		abi = strings.ReplaceAll(hostileABI, "ATTACK", Attack)
	default:
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprintf(w, `{"message": "Information not available for module %s"}`, name)
		return
	}
	fmt.Fprintf(w, `{"bytecode": "0xa11ceb0b060000000a010012", "abi": %s}`, abi)
}

// serveView responds to view calls: balance depends on its argument, f returns Attack, all others abort.
func serveView(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Function  string
		Arguments []string
	}
	_ = json.NewDecoder(r.Body).Decode(&body)
	switch {
	case strings.HasSuffix(body.Function, "::balance") && body.Arguments[0] == Busy:
		fmt.Fprint(w, `{"result": ["120455102400"]}`)
	case strings.HasSuffix(body.Function, "::balance"):
		fmt.Fprint(w, `{"result": ["0"]}`)
	case strings.HasSuffix(body.Function, "::f"):
		fmt.Fprintf(w, `{"result": ["%[1]s", {"%[1]s": "%[1]s"}]}`, Attack)
	default:
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprint(w, `{"message": "Failed to execute view function: ABORTED with sub status 65542 at location Module 0x1::coin", "error_code": "invalid_input"}`)
	}
}
