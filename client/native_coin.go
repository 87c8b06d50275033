package client

import (
	"strings"

	"foredeck/client/move"
)

// nativeModule is the suffix of the native coin's module. A chain's framework names it after the chain: 0x1::move_coin::MoveCoin.
const nativeModule = "_coin"

// IsNativeCoin reports whether a type is the coin that fees are paid in: that of 0x1 whose module ends with _coin and has its
// name.
func IsNativeCoin(coin string) bool {
	tag, err := move.ParseStructTag(coin)
	if err != nil || tag.Address != (move.Address{31: 1}) || len(tag.TypeArguments) > 0 || !strings.HasSuffix(tag.Module, nativeModule) {
		return false
	}
	var name strings.Builder
	for word := range strings.SplitSeq(tag.Module, "_") {
		if word != "" {
			name.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return name.String() == tag.Name
}

// accountModule is the suffix of the chain's account module, as in 0x1::move_account.
const accountModule = "_account"

// MovesNativeCoin reports whether a call's amounts are in the native coin: functions of the coin's own module, and transfers of the
// chain's account module.
func (p *Payload) MovesNativeCoin() bool {
	function, err := move.ParseFunctionID(p.Function)
	if err != nil || len(p.TypeArguments) > 0 || function.Address != (move.Address{31: 1}) {
		return false
	}
	transfers := function.Name == "transfer" || function.Name == "batch_transfer"
	return strings.HasSuffix(function.Module, nativeModule) || strings.HasSuffix(function.Module, accountModule) && transfers
}
