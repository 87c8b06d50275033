package localnet

import "math/big"

// exampleFunctions give back what they are given, or show something of each type.
var exampleFunctions = map[string]viewFunction{
	"example::echo_bool":         echo,
	"example::echo_u8":           echo,
	"example::echo_u16":          echo,
	"example::echo_u32":          echo,
	"example::echo_u64":          echo,
	"example::echo_u128":         echo,
	"example::echo_u256":         echo,
	"example::echo_address":      echo,
	"example::echo_bytes":        echo,
	"example::echo_numbers":      echo,
	"example::echo_flags":        echo,
	"example::echo_table":        echo,
	"example::echo_names":        echo,
	"example::echo_string":       echo,
	"example::echo_option":       echo,
	"example::echo_option_bytes": echo,
	"example::echo_object":       echo,
	"example::echo":              echo,
	"example::mixed":             echo,
	"example::nothing":           echo,
	"example::every_type": func(c *viewCall) []any {
		most := func(bits uint) *big.Int {
			return new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), bits), big.NewInt(1))
		}
		return []any{
			uint64(7), uint64(1<<16 - 1), uint64(1<<32 - 1), uint64(1<<64 - 1), most(128), most(256), true, frameworkAddress,
			[]any{uint64(255), uint64(1)}, []byte{0, 255}, `Hello "World"!`, none(), some(c.world.named[treasury]),
			c.world.role(), c.world.credit.metadata, fields{"value": wide(12)}, fields{"dummy_field": false},
		}
	},
	"example::always_aborts": func(c *viewCall) []any { return c.abort(noCategory, "EALWAYS") },
}

func echo(c *viewCall) []any { return c.arguments }
