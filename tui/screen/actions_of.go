package screen

import "reflect"

// ActionsOf returns the actions of a key map, a struct of actions and other key maps, in the order of its fields.
func ActionsOf(keys any) []Action {
	var actions []Action
	var walk func(reflect.Value)
	walk = func(value reflect.Value) {
		value = reflect.Indirect(value)
		if value.Type() == reflect.TypeFor[Action]() {
			actions = append(actions, value.Interface().(Action))
			return
		}
		for i := range value.NumField() {
			field := value.Field(i)
			if field.Kind() == reflect.Struct {
				walk(field)
			}
		}
	}
	walk(reflect.ValueOf(keys))
	return actions
}
