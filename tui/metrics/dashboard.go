package metrics

import (
	_ "embed"
	"encoding/json"
	"io"
)

// Rules are alerting rules for Prometheus, as YAML.
//
//go:embed rules.yml
var Rules string

// dashboardSchema is the version of the classic JSON model of Grafana's dashboards, which Grafana 10.4 and later read.
const dashboardSchema = 39

// chart is a panel of the dashboard: a figure, or curves if it is wide.
type chart struct {
	title, unit   string
	width, height int
	queries       []query
}

// query is a PromQL expression with the legend of its curves.
type query struct{ expression, legend string }

const ofNetwork = `{network=~"$network"}`

var charts = []chart{
	{"Age of the newest block", "s", 6, 4, []query{{"time() - max(foredeck_head_timestamp_seconds" + ofNetwork + ")", ""}}},
	{"Newest block", "locale", 6, 4, []query{{"max(foredeck_head_height" + ofNetwork + ")", ""}}},
	{"Open alerts", "none", 6, 4, []query{{"max(sum by (instance) (foredeck_alerts_active" + ofNetwork + "))", ""}}},
	{"Nodes that serve the chain", "none", 6, 4, []query{{"sum(max by (node) (foredeck_node_up" + ofNetwork + "))", ""}}},
	{"Time between blocks", "s", 12, 8, []query{
		{`max by (quantile) (foredeck_block_interval_seconds{network=~"$network"})`, "quantile {{quantile}}"},
		{"max(rate(foredeck_block_interval_seconds_sum" + ofNetwork + "[5m]) / rate(foredeck_block_interval_seconds_count" + ofNetwork + "[5m]))", "mean of 5m"},
	}},
	{"Votes of the committee", "none", 12, 8, []query{
		{"max(foredeck_certificate_votes" + ofNetwork + ")", "votes"}, {"max(foredeck_committee_members" + ofNetwork + ")", "members"},
	}},
	{"Margin to a halt", "percentunit", 12, 8, []query{{"min(foredeck_margin_ratio" + ofNetwork + ")", "left"}}},
	{"Proposals of your validator in the epoch", "none", 12, 8, []query{
		{"max(foredeck_validator_failed_proposals" + ofNetwork + ")", "failed"}, {"max(foredeck_validator_proposals" + ofNetwork + ")", "succeeded"},
	}},
	{"Misses of your validator, per minute", "none", 12, 8, []query{
		{"60 * max by (member, name) (rate(foredeck_member_misses_total" + ofNetwork + "[5m]) and on (instance, member) foredeck_validator_info)", "{{member}} {{name}}"},
	}},
	{"Members that miss most, per minute", "none", 12, 8, []query{
		{"topk(10, 60 * max by (member, name) (rate(foredeck_member_misses_total" + ofNetwork + "[5m])))", "{{member}} {{name}}"},
	}},
	{"Blocks of a node behind the best one", "none", 12, 8, []query{{"max by (node) (foredeck_node_lag_blocks" + ofNetwork + ")", "{{node}}"}}},
	{"Response time of nodes", "s", 12, 8, []query{
		{"max by (node) (foredeck_node_latency_seconds" + ofNetwork + ")", "{{node}} median"}, {"max by (node) (foredeck_node_latency_p95_seconds" + ofNetwork + ")", "{{node}} p95"},
	}},
	{"Open alerts by kind", "none", 12, 8, []query{{"max by (kind) (foredeck_alerts_active" + ofNetwork + ") > 0", "{{kind}}"}}},
	{"Alerts that wait for a receiver", "none", 12, 8, []query{{"max by (instance, receiver) (foredeck_notifications_waiting" + ofNetwork + ")", "{{instance}} {{receiver}}"}}},
}

// dashboardWidth is the number of columns of Grafana's grid.
const dashboardWidth = 24

// WriteDashboard writes a dashboard for Grafana, in its classic JSON model. It asks for the data source when it is imported.
func WriteDashboard(w io.Writer) error {
	type object = map[string]any
	source := object{"type": "prometheus", "uid": "${datasource}"}
	var panels []object
	x, y := 0, 0
	for i, chart := range charts {
		var targets []object
		for k, query := range chart.queries {
			targets = append(targets, object{"refId": string(rune('A' + k)), "datasource": source, "expr": query.expression, "legendFormat": query.legend})
		}
		kind := "stat"
		if chart.width > 6 {
			kind = "timeseries"
		}
		panels = append(panels, object{
			"id": i + 1, "type": kind, "title": chart.title, "datasource": source, "targets": targets,
			"gridPos":     object{"x": x, "y": y, "w": chart.width, "h": chart.height},
			"fieldConfig": object{"defaults": object{"unit": chart.unit}, "overrides": []object{}},
		})
		if x += chart.width; x == dashboardWidth {
			x, y = 0, y+chart.height
		}
	}
	variables := []object{
		{"name": "datasource", "label": "Data source", "type": "datasource", "query": "prometheus"},
		{
			"name": "network", "label": "Network", "type": "query", "datasource": source, "query": "label_values(foredeck_build_info, network)", "refresh": 2,
			"includeAll": true, "allValue": ".*", "current": object{"text": "All", "value": "$__all"},
		},
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(object{
		"title": "foredeck", "uid": "foredeck", "tags": []string{"foredeck"}, "schemaVersion": dashboardSchema, "version": 1, "editable": true, "refresh": "10s",
		"time": object{"from": "now-1h", "to": "now"}, "templating": object{"list": variables}, "annotations": object{"list": []object{}}, "panels": panels,
	})
}
