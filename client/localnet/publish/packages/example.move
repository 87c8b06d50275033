module treasury::example {
    use 0x1::fungible_asset::Metadata;
    use 0x1::object::Object;
    use 0x1::option::Option;
    use 0x1::string::String;

    const EALWAYS: u64 = 7;

    struct Role has copy, drop, store { role_id: u64, created: address, tags: vector<String>, parent: Option<u64> }
    struct Boxed<T> has copy, drop, store { value: T }
    struct Nothing has copy, drop, store {}
    struct Shelf<Label, Item> has key { label: Label, items: vector<Boxed<Item>>, roles: vector<Role>, note: Option<u8> }

    // One function for each parameter type. It returns its argument.
    #[view]
    public fun echo_bool(value: bool): bool;
    #[view]
    public fun echo_u8(value: u8): u8;
    #[view]
    public fun echo_u16(value: u16): u16;
    #[view]
    public fun echo_u32(value: u32): u32;
    #[view]
    public fun echo_u64(value: u64): u64;
    #[view]
    public fun echo_u128(value: u128): u128;
    #[view]
    public fun echo_u256(value: u256): u256;
    #[view]
    public fun echo_address(value: address): address;
    #[view]
    public fun echo_bytes(value: vector<u8>): vector<u8>;
    #[view]
    public fun echo_numbers(value: vector<u64>): vector<u64>;
    #[view]
    public fun echo_flags(value: vector<bool>): vector<bool>;
    #[view]
    public fun echo_table(value: vector<vector<u16>>): vector<vector<u16>>;
    #[view]
    public fun echo_names(value: vector<String>): vector<String>;
    #[view]
    public fun echo_string(value: String): String;
    #[view]
    public fun echo_option(value: Option<u64>): Option<u64>;
    #[view]
    public fun echo_option_bytes(value: Option<vector<u8>>): Option<vector<u8>>;
    #[view]
    public fun echo_object(value: Object<Metadata>): Object<Metadata>;
    #[view]
    public fun echo<T: copy + drop>(value: T): T;

    #[view]
    public fun mixed<T, U>(number: u64, flag: bool, name: String, first: Option<u64>, second: Option<u64>, bytes: vector<u8>, numbers: vector<u64>): (u64, bool, String, Option<u64>, Option<u64>, vector<u8>, vector<u64>);
    // One value of each type.
    #[view]
    public fun every_type(): (u8, u16, u32, u64, u128, u256, bool, address, vector<u64>, vector<u8>, String, Option<address>, Option<address>, Role, Object<Metadata>, Boxed<u128>, Nothing);
    #[view]
    public fun nothing();
    #[view]
    public fun always_aborts(): u64;
    public fun not_a_view(value: u64): u64;
    public entry fun touch(account: &signer);
}
