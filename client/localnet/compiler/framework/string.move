module 0x1::string {
    use 0x1::option::{Self, Option};
    use 0x1::vector;

    /// The bytes are not UTF-8
    const EINVALID_UTF8: u64 = 1;
    /// The index is not between two characters
    const EINVALID_INDEX: u64 = 2;

    struct String has copy, drop, store { bytes: vector<u8> }

    public fun utf8(bytes: vector<u8>): String {
        assert!(internal_check_utf8(&bytes), EINVALID_UTF8);
        String { bytes }
    }

    public fun try_utf8(bytes: vector<u8>): Option<String> {
        if (internal_check_utf8(&bytes)) {
            option::some(String { bytes })
        } else {
            option::none()
        }
    }

    public fun bytes(s: &String): &vector<u8> {
        &s.bytes
    }

    public fun is_empty(s: &String): bool {
        vector::is_empty(&s.bytes)
    }

    public fun length(s: &String): u64 {
        vector::length(&s.bytes)
    }

    public fun append(s: &mut String, r: String) {
        vector::append(&mut s.bytes, *&r.bytes)
    }

    public fun append_utf8(s: &mut String, bytes: vector<u8>) {
        append(s, utf8(bytes))
    }

    public fun insert(s: &mut String, at: u64, o: String) {
        let content = &s.bytes;
        assert!(at <= vector::length(content) && internal_is_char_boundary(content, at), EINVALID_INDEX);
        let end = length(s);
        let front = sub_string(s, 0, at);
        let back = sub_string(s, at, end);
        append(&mut front, o);
        append(&mut front, back);
        *s = front;
    }

    public fun sub_string(s: &String, i: u64, j: u64): String {
        let content = &s.bytes;
        let end = vector::length(content);
        assert!(j <= end && i <= j, EINVALID_INDEX);
        assert!(internal_is_char_boundary(content, i) && internal_is_char_boundary(content, j), EINVALID_INDEX);
        String { bytes: internal_sub_string(content, i, j) }
    }

    public fun index_of(s: &String, r: &String): u64 {
        internal_index_of(&s.bytes, &r.bytes)
    }

    native public fun internal_check_utf8(v: &vector<u8>): bool;
    native fun internal_is_char_boundary(v: &vector<u8>, i: u64): bool;
    native fun internal_sub_string(v: &vector<u8>, i: u64, j: u64): vector<u8>;
    native fun internal_index_of(v: &vector<u8>, r: &vector<u8>): u64;
}
