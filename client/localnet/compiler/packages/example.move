/// Functions to try out the types of Move.
module treasury::example {
    use 0x1::fungible_asset::Metadata;
    use 0x1::object::{Self, Object};
    use 0x1::option::{Self, Option};
    use 0x1::signer;
    use 0x1::string::{Self, String};

    /// This function always aborts
    const EALWAYS: u64 = 7;

    struct Role has copy, drop, store { role_id: u64, created: address, tags: vector<String>, parent: Option<u64> }
    struct Boxed<T> has copy, drop, store { value: T }
    struct Nothing has copy, drop, store {}
    struct Shelf<Label, Item> has key { label: Label, items: vector<Boxed<Item>>, roles: vector<Role>, note: Option<u8> }

    // One function for each parameter type. It returns its argument.

    #[view]
    public fun echo_bool(value: bool): bool {
        value
    }

    #[view]
    public fun echo_u8(value: u8): u8 {
        value
    }

    #[view]
    public fun echo_u16(value: u16): u16 {
        value
    }

    #[view]
    public fun echo_u32(value: u32): u32 {
        value
    }

    #[view]
    public fun echo_u64(value: u64): u64 {
        value
    }

    #[view]
    public fun echo_u128(value: u128): u128 {
        value
    }

    #[view]
    public fun echo_u256(value: u256): u256 {
        value
    }

    #[view]
    public fun echo_address(value: address): address {
        value
    }

    #[view]
    public fun echo_bytes(value: vector<u8>): vector<u8> {
        value
    }

    #[view]
    public fun echo_numbers(value: vector<u64>): vector<u64> {
        value
    }

    #[view]
    public fun echo_flags(value: vector<bool>): vector<bool> {
        value
    }

    #[view]
    public fun echo_table(value: vector<vector<u16>>): vector<vector<u16>> {
        value
    }

    #[view]
    public fun echo_names(value: vector<String>): vector<String> {
        value
    }

    #[view]
    public fun echo_string(value: String): String {
        value
    }

    #[view]
    public fun echo_option(value: Option<u64>): Option<u64> {
        value
    }

    #[view]
    public fun echo_option_bytes(value: Option<vector<u8>>): Option<vector<u8>> {
        value
    }

    #[view]
    public fun echo_object(value: Object<Metadata>): Object<Metadata> {
        value
    }

    #[view]
    public fun echo<T: copy + drop>(value: T): T {
        value
    }

    #[view]
    public fun mixed<T, U>(
        number: u64,
        flag: bool,
        name: String,
        first: Option<u64>,
        second: Option<u64>,
        bytes: vector<u8>,
        numbers: vector<u64>,
    ): (u64, bool, String, Option<u64>, Option<u64>, vector<u8>, vector<u64>) {
        (number, flag, name, first, second, bytes, numbers)
    }

    // One value of each type.

    #[view]
    public fun every_type(
        ): (u8,
        u16,
        u32,
        u64,
        u128,
        u256,
        bool,
        address,
        vector<u64>,
        vector<u8>,
        String,
        Option<address>,
        Option<address>,
        Role,
        Object<Metadata>,
        Boxed<u128>,
        Nothing,
    ) {
        let role = Role { role_id: 0, created: @treasury, tags: vector[string::utf8(b"owner"), string::utf8(b"signer")], parent: option::none() };
        (
            7,
            65535,
            4294967295,
            18446744073709551615,
            340282366920938463463374607431768211455,
            115792089237316195423570985008687907853269984665640564039457584007913129639935,
            true,
            @0x1,
            vector[255, 1],
            x"00ff",
            string::utf8(b"Hello \x22World\x22!"),
            option::none(),
            option::some(@treasury),
            role,
            object::address_to_object<Metadata>(object::create_object_address(&@bridge, b"CREDIT")),
            Boxed { value: 12 },
            Nothing {},
        )
    }

    #[view]
    public fun nothing() {}

    #[view]
    public fun always_aborts(): u64 {
        let attempts = 0;
        while (attempts < 3) {
            if (attempts == 2) {
                abort EALWAYS
            };
            attempts = attempts + 1;
        };
        attempts
    }

    public fun not_a_view(value: u64): u64 {
        value
    }

    public entry fun touch(account: &signer) {
        let owner = signer::address_of(account);
        if (exists<Shelf<String, vector<u8>>>(owner)) {
            let shelf = borrow_global_mut<Shelf<String, vector<u8>>>(owner);
            shelf.note = option::some(7);
        }
    }
}
