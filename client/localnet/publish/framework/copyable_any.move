module 0x1::copyable_any {
    use 0x1::string::String;

    const ETYPE_MISMATCH: u64 = 0;

    struct Any has copy, drop, store { type_name: String, data: vector<u8> }

    public fun pack<T: copy + drop + store>(x: T): Any;
    public fun unpack<T>(x: Any): T;
    public fun type_name(x: &Any): &String;
}
