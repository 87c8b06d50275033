module 0x1::vector {
    /// The index is out of bounds
    const EINDEX_OUT_OF_BOUNDS: u64 = 0x20000;
    /// The range is invalid
    const EINVALID_RANGE: u64 = 0x20001;

    native public fun empty<Element>(): vector<Element>;
    native public fun length<Element>(v: &vector<Element>): u64;
    native public fun borrow<Element>(v: &vector<Element>, i: u64): &Element;
    native public fun push_back<Element>(v: &mut vector<Element>, e: Element);
    native public fun borrow_mut<Element>(v: &mut vector<Element>, i: u64): &mut Element;
    native public fun pop_back<Element>(v: &mut vector<Element>): Element;
    native public fun destroy_empty<Element>(v: vector<Element>);
    native public fun swap<Element>(v: &mut vector<Element>, i: u64, j: u64);

    public fun singleton<Element>(e: Element): vector<Element> {
        let v = empty<Element>();
        push_back(&mut v, e);
        v
    }

    public fun reverse<Element>(v: &mut vector<Element>) {
        let end = length(v);
        let start = 0;
        while (start + 1 < end) {
            end = end - 1;
            swap(v, start, end);
            start = start + 1;
        }
    }

    public fun append<Element>(lhs: &mut vector<Element>, other: vector<Element>) {
        reverse(&mut other);
        while (!is_empty(&other)) {
            push_back(lhs, pop_back(&mut other));
        };
        destroy_empty(other);
    }

    public fun is_empty<Element>(v: &vector<Element>): bool {
        length(v) == 0
    }

    public fun contains<Element>(v: &vector<Element>, e: &Element): bool {
        let (found, _) = index_of(v, e);
        found
    }

    public fun index_of<Element>(v: &vector<Element>, e: &Element): (bool, u64) {
        let i = 0;
        let end = length(v);
        while (i < end) {
            if (borrow(v, i) == e) {
                return (true, i)
            };
            i = i + 1;
        };
        (false, 0)
    }

    public fun insert<Element>(v: &mut vector<Element>, i: u64, e: Element) {
        let end = length(v);
        if (i > end) {
            abort EINDEX_OUT_OF_BOUNDS
        };
        push_back(v, e);
        while (i < end) {
            swap(v, i, end);
            i = i + 1;
        }
    }

    public fun remove<Element>(v: &mut vector<Element>, i: u64): Element {
        let end = length(v);
        if (i >= end) {
            abort EINDEX_OUT_OF_BOUNDS
        };
        end = end - 1;
        while (i < end) {
            swap(v, i, i + 1);
            i = i + 1;
        };
        pop_back(v)
    }

    public fun swap_remove<Element>(v: &mut vector<Element>, i: u64): Element {
        if (is_empty(v)) {
            abort EINDEX_OUT_OF_BOUNDS
        };
        let last = length(v) - 1;
        swap(v, i, last);
        pop_back(v)
    }

    public fun trim<Element>(v: &mut vector<Element>, new_len: u64): vector<Element> {
        let end = length(v);
        assert!(new_len <= end, EINDEX_OUT_OF_BOUNDS);
        let rest = empty<Element>();
        while (end > new_len) {
            push_back(&mut rest, pop_back(v));
            end = end - 1;
        };
        reverse(&mut rest);
        rest
    }
}
