package wire

import (
	"encoding/hex"
	"encoding/json"
	"mime"
	"net/http"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/httpapi"
	"foredeck/client/move"
)

// tableItem responds with the value of a key in a table, as bare JSON.
func (a *API) tableItem(w http.ResponseWriter, r *http.Request, _ version) {
	handle, err := move.ParseAddress(r.PathValue("table_handle"))
	if err != nil {
		a.reject(w, "Invalid URL: "+err.Error())
		return
	}
	if media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || media != jsonViewMedia {
		writeError(w, http.StatusUnsupportedMediaType, "Content-Type is not supported: use "+jsonViewMedia)
		return
	}
	body, ok := receive(w, r, maxViewBody)
	if !ok {
		return
	}
	var request struct {
		KeyType   *string `json:"key_type"`
		ValueType *string `json:"value_type"`
		Key       json.RawMessage
	}
	err = json.Unmarshal(body, &request)
	if err != nil || request.KeyType == nil || request.ValueType == nil || request.Key == nil {
		a.reject(w, "Failed to deserialize the body: expected key_type, value_type and key")
		return
	}
	var key any
	keyType, err := move.ParseTypeTag(*request.KeyType)
	if err == nil {
		key, err = parseArgument(keyType, request.Key)
	}
	valueType, valueErr := move.ParseTypeTag(*request.ValueType)
	if err == nil {
		err = valueErr
	}
	if err != nil {
		writeError(w, http.StatusBadRequest, "Invalid input: "+err.Error())
		return
	}
	var value any
	found, differs := false, false
	a.chain.Read(func(now chain.State) {
		// Keys of another type have other bytes, and are not in the table.
		if table, ok := now.Table(handle); ok && table.Key.Equal(keyType) {
			value, found = table.Item(key)
			differs = !table.Value.Equal(valueType)
		}
	})
	switch {
	case !found:
		writeError(w, http.StatusNotFound, "Information not available for "+hex.EncodeToString(handle[:]))
	case differs:
		writeError(w, http.StatusBadRequest, "Invalid input: the value is not a "+valueType.String())
	default:
		var document encoder
		httpapi.WriteJSON(w, r, &document.Document, func() { document.value(a.chain.Library(), valueType, value) })
	}
}
