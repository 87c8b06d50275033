module 0x1::option {
    const EOPTION_IS_SET: u64 = 0x40000;
    const EOPTION_NOT_SET: u64 = 0x40001;

    struct Option<Element> has copy, drop, store { vec: vector<Element> }

    public fun none<Element>(): Option<Element>;
    public fun some<Element>(e: Element): Option<Element>;
    public fun is_none<Element>(t: &Option<Element>): bool;
    public fun is_some<Element>(t: &Option<Element>): bool;
    public fun contains<Element>(t: &Option<Element>, e_ref: &Element): bool;
    public fun borrow<Element>(t: &Option<Element>): &Element;
    public fun borrow_with_default<Element>(t: &Option<Element>, default_ref: &Element): &Element;
    public fun get_with_default<Element: copy + drop>(t: &Option<Element>, default: Element): Element;
    public fun fill<Element>(t: &mut Option<Element>, e: Element);
    public fun extract<Element>(t: &mut Option<Element>): Element;
    public fun borrow_mut<Element>(t: &mut Option<Element>): &mut Element;
    public fun swap<Element>(t: &mut Option<Element>, e: Element): Element;
    public fun destroy_with_default<Element: drop>(t: Option<Element>, default: Element): Element;
    public fun destroy_some<Element>(t: Option<Element>): Element;
    public fun destroy_none<Element>(t: Option<Element>);
    public fun to_vec<Element>(t: Option<Element>): vector<Element>;
}
