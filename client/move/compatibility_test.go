package move

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// vault returns a module with one of everything that is compared.
func vault() *Bytecode {
	store := []TypeParameter{{Constraints: []string{"store"}}}
	return &Bytecode{
		Version: 7, ID: ModuleID{Address{31: 0xa}, "vault"}, Friends: []ModuleID{{Address{31: 0xa}, "admin"}},
		Structs: []BytecodeStruct{
			{ABI: StructABI{Name: "Vault", Abilities: []string{"key"}, TypeParameters: []TypeParameter{{IsPhantom: true, Constraints: []string{"store"}}},
				Fields: []FieldABI{{"coin", "0xa::vault::Coin<T0>"}, {"total", "u64"}}}},
			{ABI: StructABI{Name: "State", IsEnum: true, Abilities: []string{"store"}}, Variants: []BytecodeVariant{{Name: "Open"}, {Name: "Closed", Fields: []FieldABI{{"at", "u64"}}}}},
		},
		Functions: []BytecodeFunction{
			{ABI: FunctionABI{Name: "total", Visibility: "public", TypeParameters: store, Parameters: []string{"address"}, Return: []string{"u64"}}, IsNative: true},
			{ABI: FunctionABI{Name: "deposit", Visibility: "private", IsEntry: true, Parameters: []string{"&signer", "u64"}}, IsNative: true},
			{ABI: FunctionABI{Name: "share", Visibility: "friend", Parameters: []string{"u64"}}, IsNative: true},
			{ABI: FunctionABI{Name: "check", Visibility: "private", Parameters: []string{"u64"}}, IsNative: true},
		},
	}
}

func TestCompareModules(t *testing.T) {
	t.Parallel()
	structure := func(m *Bytecode) *StructABI { return &m.Structs[0].ABI }
	function := func(name string) func(m *Bytecode) *FunctionABI {
		return func(m *Bytecode) *FunctionABI {
			for i := range m.Functions {
				if m.Functions[i].ABI.Name == name {
					return &m.Functions[i].ABI
				}
			}
			return nil
		}
	}
	total, deposit, share, check := function("total"), function("deposit"), function("share"), function("check")
	for name, test := range map[string]struct {
		change func(m *Bytecode)
		action ChangeAction
		what   string
		breaks string
	}{
		"same":                      {change: func(*Bytecode) {}},
		"struct removed":            {func(m *Bytecode) { m.Structs = m.Structs[1:] }, Removed, "struct Vault", ruleKeepStruct},
		"struct added":              {func(m *Bytecode) { m.Structs = append(m.Structs, BytecodeStruct{ABI: StructABI{Name: "New"}}) }, Added, "struct New", ""},
		"ability added":             {func(m *Bytecode) { structure(m).Abilities = []string{"store", "key"} }, Changed, "struct Vault abilities", ""},
		"ability removed":           {func(m *Bytecode) { structure(m).Abilities = nil }, Changed, "struct Vault abilities", ruleAbilities},
		"struct constraint removed": {func(m *Bytecode) { structure(m).TypeParameters = []TypeParameter{{IsPhantom: true}} }, Changed, "struct Vault type parameters", ""},
		"struct constraint added": {func(m *Bytecode) {
			structure(m).TypeParameters = []TypeParameter{{IsPhantom: true, Constraints: []string{"store", "drop"}}}
		}, Changed, "struct Vault type parameters", ruleStructTypes},
		"phantom removed":                {func(m *Bytecode) { structure(m).TypeParameters[0].IsPhantom = false }, Changed, "struct Vault type parameters", ruleStructTypes},
		"type parameter added to struct": {func(m *Bytecode) { structure(m).TypeParameters = make([]TypeParameter, 2) }, Changed, "struct Vault type parameters", ruleStructTypes},
		"field added":                    {func(m *Bytecode) { structure(m).Fields = append(structure(m).Fields, FieldABI{"fee", "u64"}) }, Changed, "struct Vault fields", ruleFields},
		"field renamed":                  {func(m *Bytecode) { structure(m).Fields[1].Name = "sum" }, Changed, "struct Vault fields", ruleFields},
		"field type changed":             {func(m *Bytecode) { structure(m).Fields[1].Type = "u128" }, Changed, "struct Vault fields", ruleFields},
		"fields swapped": {func(m *Bytecode) {
			fields := structure(m).Fields
			fields[0], fields[1] = fields[1], fields[0]
		}, Changed, "struct Vault fields", ruleFields},
		"variant appended": {func(m *Bytecode) {
			m.Structs[1].Variants = append(m.Structs[1].Variants, BytecodeVariant{Name: "Frozen"})
		}, Changed, "enum State variants", ""},
		"variant inserted": {func(m *Bytecode) {
			m.Structs[1].Variants = append([]BytecodeVariant{{Name: "Frozen"}}, m.Structs[1].Variants...)
		}, Changed, "enum State variants", ruleVariants},
		"variant removed": {func(m *Bytecode) { m.Structs[1].Variants = m.Structs[1].Variants[:1] }, Changed, "enum State variants", ruleVariants},
		"variant field changed": {func(m *Bytecode) {
			m.Structs[1].Variants[1] = BytecodeVariant{Name: "Closed", Fields: []FieldABI{{"at", "u128"}}}
		}, Changed, "enum State variants", ruleVariants},
		"enum to struct": {func(m *Bytecode) {
			m.Structs[1] = BytecodeStruct{ABI: StructABI{Name: "State", Abilities: []string{"store"}}}
		}, Changed, "struct State form", ruleStructForm},

		"public function removed":      {func(m *Bytecode) { m.Functions = m.Functions[1:] }, Removed, "function total", ruleKeepPublic},
		"function added":               {func(m *Bytecode) { m.Functions = append(m.Functions, BytecodeFunction{ABI: FunctionABI{Name: "new"}}) }, Added, "function new", ""},
		"public becomes friend":        {func(m *Bytecode) { total(m).Visibility = "friend" }, Changed, "function total visibility", ruleStayPublic},
		"public parameters changed":    {func(m *Bytecode) { total(m).Parameters = []string{"address", "bool"} }, Changed, "function total parameters", ruleParameters},
		"public return type changed":   {func(m *Bytecode) { total(m).Return = []string{"u128"} }, Changed, "function total return types", ruleReturn},
		"function constraint removed":  {func(m *Bytecode) { total(m).TypeParameters = []TypeParameter{{}} }, Changed, "function total type parameters", ""},
		"function constraint added":    {func(m *Bytecode) { total(m).TypeParameters = []TypeParameter{{Constraints: []string{"store", "key"}}} }, Changed, "function total type parameters", ruleFunctionTypes},
		"public becomes entry":         {func(m *Bytecode) { total(m).IsEntry = true }, Changed, "function total entry", ""},
		"entry removed":                {func(m *Bytecode) { deposit(m).IsEntry = false }, Changed, "function deposit entry", ruleStayEntry},
		"private entry becomes public": {func(m *Bytecode) { deposit(m).Visibility = "public" }, Changed, "function deposit visibility", ""},
		"entry parameters changed":     {func(m *Bytecode) { deposit(m).Parameters = []string{"&signer"} }, Changed, "function deposit parameters", ruleParameters},
		"entry function removed":       {func(m *Bytecode) { m.Functions = append(m.Functions[:1:1], m.Functions[2:]...) }, Removed, "function deposit", ruleKeepEntry},
		"friend function removed":      {func(m *Bytecode) { m.Functions = append(m.Functions[:2:2], m.Functions[3:]...) }, Removed, "function share", ""},
		"friend function changed":      {func(m *Bytecode) { share(m).Return = []string{"bool"} }, Changed, "function share return types", ""},
		"friend becomes private":       {func(m *Bytecode) { share(m).Visibility = "private" }, Changed, "function share visibility", ""},
		"private function changed":     {func(m *Bytecode) { check(m).Parameters = nil }, Changed, "function check parameters", ""},
		"native gets a body":           {func(m *Bytecode) { m.Functions[0].IsNative = false }, Changed, "function total body", ""},
		"friend removed":               {func(m *Bytecode) { m.Friends = nil }, Removed, "friend 0xa::admin", ""},
		"friend added":                 {func(m *Bytecode) { m.Friends = append(m.Friends, ModuleID{Address{31: 1}, "coin"}) }, Added, "friend 0x1::coin", ""},
		"metadata changed":             {func(m *Bytecode) { m.Metadata = []BytecodeMetadata{{"key", []byte{1}}} }, Changed, "module vault metadata", ""},
		"version changed":              {func(m *Bytecode) { m.Version = 6 }, Changed, "module vault version", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			changed := vault()
			test.change(changed)
			old := vault()
			changed.bytes = []byte{1} // unlike those of old, so that bodies are compared
			diff := CompareModules(ModuleVersion{Code: old}, ModuleVersion{Code: changed})
			require.True(t, diff.ComparesCode)
			require.Len(t, diff.Changes, 1)
			got := diff.Changes[0]
			if test.what == "" {
				require.Equal(t, "encoding", got.Aspect)
				return
			}
			require.Equal(t, test.action, got.Action)
			require.Equal(t, test.what, strings.TrimSpace(got.Subject+" "+got.Name+" "+got.Aspect))
			require.Equal(t, test.breaks, got.Breaks)
			require.Equal(t, test.breaks == "", diff.IsCompatible())
			require.NotEqual(t, got.Old, got.New)
		})
	}
}

func TestCompareModulesBeforeVersion5(t *testing.T) {
	t.Parallel()
	old, updated := vault(), vault()
	old.Version, updated.Version, updated.Functions[0].ABI.IsEntry = 4, 4, true
	diff := CompareModules(ModuleVersion{Code: old}, ModuleVersion{Code: updated})
	require.Equal(t, ruleNotEntry, diff.Changes[0].Breaks)
}

func TestCompareModulesOfOtherAddresses(t *testing.T) {
	t.Parallel()
	moved := vault()
	moved.ID.Address, moved.Friends[0].Address = Address{31: 0xb}, Address{31: 0xb}
	moved.Structs[0].ABI.Fields[0].Type = "0xb::vault::Coin<T0>"
	diff := CompareModules(ModuleVersion{Code: vault()}, ModuleVersion{Code: moved})
	require.True(t, diff.IsCompatible())
	require.Len(t, diff.Changes, 1)
	require.Equal(t, ModuleChange{Action: Changed, Subject: "module", Name: "vault", Aspect: "address", Old: "0xa", New: "0xb",
		Note: "another module, not an upgrade; compared as if it were one"}, diff.Changes[0])

	moved.Structs[0].ABI.Fields[0].Type = "0xa::vault::Coin<T0>" // the coin of the other module
	diff = CompareModules(ModuleVersion{Code: vault()}, ModuleVersion{Code: moved})
	require.Equal(t, ruleFields, diff.Changes[0].Breaks, "changes that break a rule come first")
}

func TestCompareABIs(t *testing.T) {
	t.Parallel()
	abi := func(balance string) ModuleVersion {
		return ModuleVersion{ABI: &ModuleABI{Address: Address{31: 1}, Name: "coin", Functions: []FunctionABI{
			{Name: "balance", Visibility: "public", IsView: true, Parameters: []string{balance}},
			{Name: "burn", Visibility: "private", IsEntry: true},
		}}}
	}
	diff := CompareModules(abi("0x1::a::B"), abi("0x"+strings.Repeat("0", 63)+"1::a::B"))
	require.Empty(t, diff.Changes, "the form of an address is no difference")
	require.False(t, diff.ComparesCode)

	changed := abi("0x1::a::B")
	changed.ABI.Functions[0].IsView = false
	diff = CompareModules(abi("0x1::a::B"), changed)
	require.Equal(t, []ModuleChange{{Action: Changed, Subject: "function", Name: "balance", Aspect: "view", Old: "yes", New: "no", Note: noteNoLongerView}}, diff.Changes)

	code := &Bytecode{ID: ModuleID{Address{31: 1}, "coin"}, Functions: []BytecodeFunction{
		{ABI: FunctionABI{Name: "balance", Visibility: "public", Parameters: []string{"0x1::a::B"}}}, {ABI: FunctionABI{Name: "secret", Visibility: "private"}},
		{ABI: FunctionABI{Name: "burn", Visibility: "private", IsEntry: true}},
	}}
	diff = CompareModules(abi("0x1::a::B"), ModuleVersion{Code: code})
	require.Empty(t, diff.Changes, "an ABI is compared with the exposed functions of bytecode")
}

// TestCompareBodies changes instructions of compiled functions.
func TestCompareBodies(t *testing.T) {
	t.Parallel()
	parse := func(code []byte) *Bytecode {
		m, err := ParseBytecode(code)
		require.NoError(t, err)
		return m
	}
	code := shapes().bytes()
	diff := CompareModules(ModuleVersion{Code: parse(code)}, ModuleVersion{Code: parse(code)})
	require.Empty(t, diff.Changes)

	changed := append([]byte(nil), code...)
	at := parse(code).Functions[0].code
	require.Equal(t, "Pop", firstInstruction(t, parse(changed)))
	changed[at] = 0x02
	diff = CompareModules(ModuleVersion{Code: parse(code)}, ModuleVersion{Code: parse(changed)})
	size := strconv.Itoa(len(everyInstruction)) + " instructions"
	require.Equal(t, []ModuleChange{{Action: Changed, Subject: "function", Name: "all", Aspect: "body", Old: size, New: size}}, diff.Changes)
}

func firstInstruction(t *testing.T, m *Bytecode) string {
	t.Helper()
	instructions, err := m.Disassemble("all")
	require.NoError(t, err)
	return instructions[0].Name
}
