package wire

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet/httpapi"
	"foredeck/client/localnet/internal/apitest"
)

// The endpoint tables of spec sections 4.3 to 4.6, except modules, resources and views:
// each path responds in its wrapper, and only to GET.
func TestEndpointRows(t *testing.T) {
	t.Parallel()
	wrappers := map[string][]string{
		"account information": {"sequence_number", "authentication_key"},
		"{record, cursor}":    {"record", "cursor"},
		"{record}":            {"record"},
		"consensus block":     {"block", "batches"},
	}
	inBothDialects(t, func(t *testing.T, n *node) {
		for _, row := range []struct{ section, path, response string }{
			{"4.3", "/rpc/v1/accounts/{address}", "account information"},
			{"4.3", "/rpc/v1/accounts/{address}/coin_transactions", "{record, cursor}"},
			{"4.3", "/rpc/v1/accounts/{address}/transactions", "{record}"},
			{"4.4", "/rpc/v2/accounts/{address}", "account information"},
			{"4.4", "/rpc/v2/accounts/{address}/coin_transactions", "{record, cursor}"},
			{"4.4", "/rpc/v2/accounts/{address}/transactions", "{record}"},
			{"4.5", "/rpc/v3/accounts/{address}", "account information"},
			{"4.5", "/rpc/v3/accounts/{address}/automated_transactions", "array"},
			{"4.5", "/rpc/v3/accounts/{address}/coin_transactions", "array"},
			{"4.5", "/rpc/v3/accounts/{address}/transactions", "array"},
			{"4.6", "/rpc/v1/consensus/block/height/{height}", "consensus block"},
		} {
			path := strings.NewReplacer("{address}", named(t, n, "treasury").String(), "{height}", "7?with_batches=true").Replace(row.path)
			body := apitest.Get(t, n, path)
			if row.response == "array" {
				require.Len(t, apitest.Decode[[]record](t, body), 20, "spec %s, %s: the default count", row.section, row.path)
			} else {
				require.Equal(t, wrappers[row.response], memberNames(t, []byte(body)), "spec %s, %s", row.section, row.path)
			}
			if strings.Contains(row.response, "record") {
				require.LessOrEqual(t, strings.Count(body, `"authenticator"`), 20, row.path)
			}
			require.Equal(t, http.StatusMethodNotAllowed, apitest.Do(t, n, http.MethodPut, path).Status, row.path)
		}
	})
}

// The field tables of spec sections 2.4, 2.5 and 2.8: the JSON types in both dialects.
func TestFieldRows(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, n *node) {
		account := "/rpc/v3/accounts/" + named(t, n, "treasury").String()
		sender, timestamp := " string", ".timestamp number"
		if n.Dialect() == httpapi.Deployed {
			sender, timestamp = ".Move string", ".microseconds_since_unix_epoch number"
		}
		transfer := ""
		for _, record := range list(t, n, named(t, n, "treasury"), "?count=100") {
			if strings.HasSuffix(record.Payload.Move.Function, "::transfer") && record.Status == "Success" {
				transfer = fmt.Sprintf("?count=1&start=%d", record.Header.SequenceNumber)
			}
		}
		for body, rows := range map[string][]string{
			apitest.Get(t, n, account): {".sequence_number number", ".authentication_key string"},
			apitest.Get(t, n, account+"/transactions"+transfer): {
				"[].block_header.hash string", "[].block_header.height number", "[].block_header.timestamp" + timestamp,
				"[].hash string", "[].header.chain_id number", "[].header.expiration_timestamp" + timestamp,
				"[].header.sender" + sender, "[].header.sequence_number number", "[].header.gas_unit_price number",
				"[].header.max_gas_amount number", "[].payload.Move.type string", "[].payload.Move.function string",
				"[].output.Move.vm_status string", "[].status string", "[].txn_type string",
			},
			apitest.Get(t, n, consensusPath(7, "?with_batches=true")): {
				".block.block.digest string", ".block.block.header.author string", ".block.block.header.height number",
				".block.block.header.parent string", ".block.block.header.timestamp" + timestamp,
				".block.block.header.view.epoch_id.chain_id number", ".block.block.header.view.epoch_id.epoch number",
				".block.block.header.view.round number", ".block.qc.certificate.certifying_committee string",
				".block.qc.certificate.data.kind string", ".block.qc.certificate.kind string",
				".block.qc.certificate.signature.BlsThreshold string", ".block.qc.certificate.voters[] boolean",
			},
		} {
			paths := apitest.Shape(t, []byte(body))
			for _, row := range rows {
				require.True(t, slices.Contains(paths, row), "%s in %v", row, paths)
			}
		}
	})
}
