module 0x1::option {
    use 0x1::vector;

    /// The option already has a value
    const EOPTION_IS_SET: u64 = 0x40000;
    /// The option has no value
    const EOPTION_NOT_SET: u64 = 0x40001;

    struct Option<Element> has copy, drop, store { vec: vector<Element> }

    public fun none<Element>(): Option<Element> {
        Option { vec: vector::empty() }
    }

    public fun some<Element>(e: Element): Option<Element> {
        Option { vec: vector::singleton(e) }
    }

    public fun is_none<Element>(t: &Option<Element>): bool {
        vector::is_empty(&t.vec)
    }

    public fun is_some<Element>(t: &Option<Element>): bool {
        !vector::is_empty(&t.vec)
    }

    public fun contains<Element>(t: &Option<Element>, e_ref: &Element): bool {
        vector::contains(&t.vec, e_ref)
    }

    public fun borrow<Element>(t: &Option<Element>): &Element {
        assert!(is_some(t), EOPTION_NOT_SET);
        vector::borrow(&t.vec, 0)
    }

    public fun borrow_with_default<Element>(t: &Option<Element>, default_ref: &Element): &Element {
        if (vector::is_empty(&t.vec)) default_ref else vector::borrow(&t.vec, 0)
    }

    public fun get_with_default<Element: copy + drop>(t: &Option<Element>, default: Element): Element {
        if (vector::is_empty(&t.vec)) default else *vector::borrow(&t.vec, 0)
    }

    public fun fill<Element>(t: &mut Option<Element>, e: Element) {
        let values = &mut t.vec;
        if (vector::is_empty(values)) {
            vector::push_back(values, e);
        } else {
            abort EOPTION_IS_SET
        }
    }

    public fun extract<Element>(t: &mut Option<Element>): Element {
        assert!(is_some(t), EOPTION_NOT_SET);
        vector::pop_back(&mut t.vec)
    }

    public fun borrow_mut<Element>(t: &mut Option<Element>): &mut Element {
        assert!(is_some(t), EOPTION_NOT_SET);
        vector::borrow_mut(&mut t.vec, 0)
    }

    public fun swap<Element>(t: &mut Option<Element>, e: Element): Element {
        assert!(is_some(t), EOPTION_NOT_SET);
        let values = &mut t.vec;
        let old = vector::pop_back(values);
        vector::push_back(values, e);
        old
    }

    public fun destroy_with_default<Element: drop>(t: Option<Element>, default: Element): Element {
        let Option { vec } = t;
        if (vector::is_empty(&vec)) default else vector::pop_back(&mut vec)
    }

    public fun destroy_some<Element>(t: Option<Element>): Element {
        assert!(is_some(&t), EOPTION_NOT_SET);
        let Option { vec } = t;
        let value = vector::pop_back(&mut vec);
        vector::destroy_empty(vec);
        value
    }

    public fun destroy_none<Element>(t: Option<Element>) {
        assert!(is_none(&t), EOPTION_IS_SET);
        let Option { vec } = t;
        vector::destroy_empty(vec);
    }

    public fun to_vec<Element>(t: Option<Element>): vector<Element> {
        let Option { vec } = t;
        vec
    }
}
