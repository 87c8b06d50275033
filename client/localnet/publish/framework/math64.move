module 0x1::math64 {
    const EINVALID_ARG_FLOOR_LOG2: u64 = 1;

    public fun max(a: u64, b: u64): u64;
    public fun min(a: u64, b: u64): u64;
    public fun average(a: u64, b: u64): u64;
    public fun gcd(a: u64, b: u64): u64;
    public fun mul_div(a: u64, b: u64, c: u64): u64;
    public fun clamp(x: u64, lower: u64, upper: u64): u64;
    public fun pow(n: u64, e: u64): u64;
    public fun floor_log2(x: u64): u8;
    public fun sqrt(x: u64): u64;
    public fun ceil_div(x: u64, y: u64): u64;
}
