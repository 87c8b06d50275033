package localnet

// abi writes the interface of a module as nodes do (spec section 2.6): the marks
// is_phantom and is_event are there only when they are true.
func (w *writer) abi(m *declaredModule) {
	w.members(func() {
		w.key("address")
		w.address(m.id.Address)
		w.key("name")
		w.text(m.id.Name)
		w.key("friends")
		w.list(func() {
			for _, friend := range m.friends {
				w.text(friend.String())
			}
		})
		w.key("exposed_functions")
		w.list(func() {
			for _, function := range m.exposed() {
				w.functionABI(function)
			}
		})
		w.key("structs")
		w.list(func() {
			for _, declared := range m.structs {
				w.structABI(declared)
			}
		})
	})
}

func (w *writer) functionABI(f declaredFunction) {
	w.members(func() {
		w.key("name")
		w.text(f.name)
		w.key("visibility")
		w.text(f.visibility.String())
		w.key("is_entry")
		w.boolean(f.entry)
		w.key("is_view")
		w.boolean(f.view)
		w.key("generic_type_params")
		w.typeParameters(f.typeParameters)
		w.key("params")
		w.signatures(f.parameters)
		w.key("return")
		w.signatures(f.results)
	})
}

func (w *writer) structABI(s declaredStruct) {
	w.members(func() {
		w.key("name")
		w.text(s.name)
		w.key("is_native")
		w.boolean(false)
		if s.event {
			w.key("is_event")
			w.boolean(true)
		}
		w.key("abilities")
		w.texts(s.abilities.names()...)
		w.key("generic_type_params")
		w.typeParameters(s.typeParameters)
		w.key("fields")
		w.list(func() {
			for _, field := range s.fields {
				w.members(func() {
					w.key("name")
					w.text(field.name)
					w.key("type")
					w.text(field.kind.String())
				})
			}
		})
	})
}

func (w *writer) typeParameters(parameters []typeParameter) {
	w.list(func() {
		for _, parameter := range parameters {
			w.members(func() {
				w.key("constraints")
				w.texts(parameter.constraints.names()...)
				if parameter.phantom {
					w.key("is_phantom")
					w.boolean(true)
				}
			})
		}
	})
}

func (w *writer) signatures(types []signature) {
	w.list(func() {
		for _, kind := range types {
			w.text(kind.String())
		}
	})
}
