module 0x1::string {
    use 0x1::option::Option;

    const EINVALID_UTF8: u64 = 1;
    const EINVALID_INDEX: u64 = 2;

    struct String has copy, drop, store { bytes: vector<u8> }

    public fun utf8(bytes: vector<u8>): String;
    public fun try_utf8(bytes: vector<u8>): Option<String>;
    public fun bytes(s: &String): &vector<u8>;
    public fun is_empty(s: &String): bool;
    public fun length(s: &String): u64;
    public fun append(s: &mut String, r: String);
    public fun append_utf8(s: &mut String, bytes: vector<u8>);
    public fun insert(s: &mut String, at: u64, o: String);
    public fun sub_string(s: &String, i: u64, j: u64): String;
    public fun index_of(s: &String, r: &String): u64;
    native public fun internal_check_utf8(v: &vector<u8>): bool;
    native fun internal_is_char_boundary(v: &vector<u8>, i: u64): bool;
    native fun internal_sub_string(v: &vector<u8>, i: u64, j: u64): vector<u8>;
    native fun internal_index_of(v: &vector<u8>, r: &vector<u8>): u64;
}
