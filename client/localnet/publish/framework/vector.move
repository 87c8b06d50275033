module 0x1::vector {
    const EINDEX_OUT_OF_BOUNDS: u64 = 0x20000;
    const EINVALID_RANGE: u64 = 0x20001;

    native public fun empty<Element>(): vector<Element>;
    native public fun length<Element>(v: &vector<Element>): u64;
    native public fun borrow<Element>(v: &vector<Element>, i: u64): &Element;
    native public fun push_back<Element>(v: &mut vector<Element>, e: Element);
    native public fun borrow_mut<Element>(v: &mut vector<Element>, i: u64): &mut Element;
    native public fun pop_back<Element>(v: &mut vector<Element>): Element;
    native public fun destroy_empty<Element>(v: vector<Element>);
    native public fun swap<Element>(v: &mut vector<Element>, i: u64, j: u64);
    public fun singleton<Element>(e: Element): vector<Element>;
    public fun reverse<Element>(v: &mut vector<Element>);
    public fun append<Element>(lhs: &mut vector<Element>, other: vector<Element>);
    public fun is_empty<Element>(v: &vector<Element>): bool;
    public fun contains<Element>(v: &vector<Element>, e: &Element): bool;
    public fun index_of<Element>(v: &vector<Element>, e: &Element): (bool, u64);
    public fun insert<Element>(v: &mut vector<Element>, i: u64, e: Element);
    public fun remove<Element>(v: &mut vector<Element>, i: u64): Element;
    public fun swap_remove<Element>(v: &mut vector<Element>, i: u64): Element;
    public fun trim<Element>(v: &mut vector<Element>, new_len: u64): vector<Element>;
}
