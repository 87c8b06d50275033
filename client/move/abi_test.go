package move

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestModuleABIJSON(t *testing.T) {
	module := ModuleABI{
		Address: Address{31: 1},
		Name:    "coin",
		Friends: []ModuleID{{Address: Address{31: 1}, Name: "genesis"}, {Address: Address{31: 0xa}, Name: "b"}},
		Functions: []FunctionABI{{
			Name: "balance", Visibility: "public", IsView: true,
			TypeParameters: []TypeParameter{{}, {Constraints: []string{"copy", "drop"}}},
			Parameters:     []string{"address"}, Return: []string{"u64"},
		}, {Name: "nothing"}},
		Structs: []StructABI{{
			Name: "Coin", IsEvent: true, Abilities: []string{"store"},
			TypeParameters: []TypeParameter{{IsPhantom: true}},
			Fields:         []FieldABI{{Name: "value", Type: "u64"}},
		}, {Name: "Bare", IsNative: true, IsEnum: true}},
	}
	encoded, err := json.Marshal(&module)
	require.NoError(t, err)
	require.Equal(t, `{"address":"`+module.Address.String()+`","name":"coin","friends":["0x1::genesis","0xa::b"],"functions":[`+
		`{"name":"balance","visibility":"public","is_entry":false,"is_view":true,`+
		`"type_params":[{"constraints":[]},{"constraints":["copy","drop"]}],"params":["address"],"return":["u64"]},`+
		`{"name":"nothing","visibility":"","is_entry":false,"is_view":false,"type_params":[],"params":[],"return":[]}],`+
		`"structs":[{"name":"Coin","is_native":false,"is_event":true,"is_enum":false,"abilities":["store"],`+
		`"type_params":[{"constraints":[],"is_phantom":true}],"fields":[{"name":"value","type":"u64"}]},`+
		`{"name":"Bare","is_native":true,"is_event":false,"is_enum":true,"abilities":[],"type_params":[],"fields":[]}]}`,
		string(encoded))

	encoded, err = json.Marshal(ModuleABI{})
	require.NoError(t, err)
	require.Equal(t, `{"address":"`+Address{}.String()+`","name":"","friends":[],"functions":[],"structs":[]}`, string(encoded))
}

func TestModuleABIFunction(t *testing.T) {
	module := ModuleABI{Functions: []FunctionABI{{Name: "a"}, {Name: "b"}}}
	require.Same(t, &module.Functions[1], module.Function("b"))
	require.Nil(t, module.Function("c"))
}
