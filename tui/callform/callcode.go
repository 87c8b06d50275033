// callcode.go writes a call of an entry function for the programs that sign and submit transactions: the command line tool of
// the chain, its TypeScript SDK, and BCS.

package callform

import (
	"encoding/hex"
	"fmt"
	"strings"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/text"
)

// BCS returns the EntryFunction of the transaction payload in hex.
func BCS(call client.EntryCall) string { return "0x" + hex.EncodeToString(call.BCS()) }

// CLI returns the command that submits the call with the Supra CLI, for a POSIX shell. Networks of foredeck have the node API of Supra.
// The Aptos CLI takes the same arguments after aptos move run. url is the node; empty for the default of the tool.
func CLI(call client.EntryCall, url string) string {
	words := []string{"supra", "move", "tool", "run", "--function-id", call.Function.String()}
	if len(call.TypeArguments) > 0 {
		words = append(words, "--type-args")
		for _, tag := range call.TypeArguments {
			words = append(words, tag.String())
		}
	}
	if len(call.Arguments) > 0 {
		words = append(words, "--args")
		for _, argument := range call.Arguments {
			words = append(words, cliArgument(argument))
		}
	}
	if url != "" {
		words = append(words, "--url", url)
	}
	return text.ShellQuote(words...)
}

// maxCLIDepth is the nesting of vectors that the CLI accepts as JSON whatever their lengths are.
const maxCLIDepth = 2

// cliArgument returns an argument as type:value. What the CLI has no type for is raw:, followed by BCS in hex.
func cliArgument(argument move.Argument) string {
	element, depth := argument.Type(), 0
	for element.Kind == move.KindVector && element.Element.Kind != move.KindU8 {
		element, depth = *element.Element, depth+1
	}
	name, known := cliTypes[element.Kind]
	switch {
	case element.IsString():
		name, known = "string", depth > 0 || isPlain(argument.Text())
	case element.IsObject():
		name, known = "address", true
	}
	switch {
	case !known || depth > maxCLIDepth:
		return "raw:" + bcsHex(argument)
	case depth > 0 && element.Kind.Bits() != 0 && element.Kind.Bits() <= 64:
		return name + ":" + argument.Text()
	case depth > 0:
		return name + ":" + jsonText(argument.JSON())
	}
	return name + ":" + argument.Text()
}

// cliTypes are the types of the CLI. A vector is here one of bytes.
var cliTypes = map[move.Kind]string{
	move.KindBool: "bool", move.KindU8: "u8", move.KindU16: "u16", move.KindU32: "u32", move.KindU64: "u64", move.KindU128: "u128",
	move.KindU256: "u256", move.KindAddress: "address", move.KindVector: "hex",
}

// isPlain reports whether the CLI takes a string as it is, and a terminal shows it as it is: the CLI parses it as JSON, in quotes or, if
// it begins with a bracket, without.
func isPlain(content string) bool {
	return !strings.HasPrefix(content, "[") && !strings.ContainsAny(content, `"\`) && text.Clean(content).String() == content
}

func bcsHex(argument move.Argument) string {
	encoded, _ := argument.BCS() // client.NewEntryCall has encoded it
	return "0x" + hex.EncodeToString(encoded)
}

// TypeScript returns the statements that build the transaction with supra-l1-sdk. The sender signs and submits it. url is the node;
// if it is empty, NODE_URL is written instead.
func TypeScript(call client.EntryCall, url string) string {
	if url == "" {
		url = "NODE_URL"
	}
	var code strings.Builder
	line := func(format string, values ...any) { fmt.Fprintf(&code, format+"\n", values...) }
	line(`import { BCS, HexString, SupraClient, TxnBuilderTypes } from "supra-l1-sdk";`)
	line("")
	line("const client = await SupraClient.init(%s);", jsString(url))
	line("const transaction = await client.createRawTxObject(")
	line("  sender.address(),")
	line("  (await client.getAccountInfo(sender.address())).sequence_number,")
	line("  %s,", jsString(call.Function.Address.String()))
	line("  %s,", jsString(call.Function.Module))
	line("  %s,", jsString(call.Function.Name))
	var typeArguments, arguments []string
	for _, tag := range call.TypeArguments {
		typeArguments = append(typeArguments, fmt.Sprintf("new TxnBuilderTypes.TypeTagParser(%s).parseTypeTag(),", jsString(tag.String())))
	}
	for i, argument := range call.Arguments {
		label := fmt.Sprintf("#%d", call.Parameters[i].Number)
		if name := call.Parameters[i].Name; name != "" {
			label = name
		}
		arguments = append(arguments, fmt.Sprintf("%s, // %s: %s", jsArgument(argument), label, argument.Type()))
	}
	for _, list := range [][]string{typeArguments, arguments} {
		if len(list) == 0 {
			line("  [],")
			continue
		}
		line("  [\n    %s\n  ],", strings.Join(list, "\n    "))
	}
	code.WriteString(");")
	return code.String()
}

// jsArgument returns an expression for an argument in BCS.
func jsArgument(argument move.Argument) string {
	tag, value := argument.Type(), argument.Text()
	isBytes := tag.Kind == move.KindVector && tag.Element.Kind == move.KindU8
	serializer, known := jsSerializers[tag.Kind]
	switch {
	case known && tag.Kind.Bits() > 32:
		return fmt.Sprintf("BCS.%s(%sn)", serializer, value)
	case known:
		return fmt.Sprintf("BCS.%s(%s)", serializer, value)
	case tag.IsString():
		return fmt.Sprintf("BCS.bcsSerializeStr(%s)", jsString(value))
	case isBytes && value != "0x":
		return fmt.Sprintf("BCS.bcsSerializeBytes(new HexString(%s).toUint8Array())", jsString(value))
	}
	return fmt.Sprintf("new HexString(%s).toUint8Array()", jsString(bcsHex(argument)))
}

var jsSerializers = map[move.Kind]string{
	move.KindBool: "bcsSerializeBool", move.KindU8: "bcsSerializeU8", move.KindU16: "bcsSerializeU16", move.KindU32: "bcsSerializeU32",
	move.KindU64: "bcsSerializeUint64", move.KindU128: "bcsSerializeU128", move.KindU256: "bcsSerializeU256",
}

// jsString returns a string literal of JavaScript in ASCII, so that hidden and reversed characters are visible.
func jsString(content string) string {
	quoted, _ := move.EncodeJSON(content) // strings do not fail
	return jsonText(quoted)
}

// jsonText returns JSON with \u escapes for all but printable ASCII.
func jsonText(raw []byte) string {
	var ascii strings.Builder
	for _, r := range string(raw) {
		switch {
		case ' ' <= r && r <= '~':
			ascii.WriteRune(r)
		case r > 0xffff:
			r -= 0x10000
			fmt.Fprintf(&ascii, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		default:
			fmt.Fprintf(&ascii, `\u%04x`, r)
		}
	}
	return ascii.String()
}
