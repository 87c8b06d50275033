module 0x1::type_info {
    use 0x1::bcs;
    use 0x1::string::String;
    use 0x1::vector;

    /// The feature is not enabled
    const E_NOT_IMPLEMENTED: u64 = 1;

    struct TypeInfo has copy, drop, store {
        account_address: address,
        module_name: vector<u8>,
        struct_name: vector<u8>,
    }

    public fun account_address(type_info: &TypeInfo): address {
        type_info.account_address
    }

    public fun module_name(type_info: &TypeInfo): vector<u8> {
        *&type_info.module_name
    }

    public fun struct_name(type_info: &TypeInfo): vector<u8> {
        *&type_info.struct_name
    }

    public fun chain_id(): u8 {
        chain_id_internal()
    }

    native public fun type_of<T>(): TypeInfo;
    native public fun type_name<T>(): String;

    public fun size_of_val<T>(val_ref: &T): u64 {
        vector::length(&bcs::to_bytes(val_ref))
    }

    native fun chain_id_internal(): u8;
}
