module 0x1::copyable_any {
    use 0x1::bcs;
    use 0x1::error;
    use 0x1::string::String;
    use 0x1::type_info;

    /// The type provided for unpack is not the same as was given for pack
    const ETYPE_MISMATCH: u64 = 0;

    struct Any has copy, drop, store { type_name: String, data: vector<u8> }

    public fun pack<T: copy + drop + store>(x: T): Any {
        Any { type_name: type_info::type_name<T>(), data: bcs::to_bytes(&x) }
    }

    public fun unpack<T>(x: Any): T {
        assert!(type_info::type_name<T>() == x.type_name, error::invalid_argument(ETYPE_MISMATCH));
        from_bytes<T>(x.data)
    }

    public fun type_name(x: &Any): &String {
        &x.type_name
    }

    native fun from_bytes<T>(bytes: vector<u8>): T;
}
