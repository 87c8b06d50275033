module 0x1::math64 {
    /// The argument of floor_log2 is zero
    const EINVALID_ARG_FLOOR_LOG2: u64 = 1;

    public fun max(a: u64, b: u64): u64 {
        if (a >= b) a else b
    }

    public fun min(a: u64, b: u64): u64 {
        if (a < b) a else b
    }

    public fun average(a: u64, b: u64): u64 {
        if (a < b) {
            a + (b - a) / 2
        } else {
            b + (a - b) / 2
        }
    }

    public fun gcd(a: u64, b: u64): u64 {
        while (b != 0) {
            let rest = a % b;
            a = b;
            b = rest;
        };
        a
    }

    public fun mul_div(a: u64, b: u64, c: u64): u64 {
        let product = (a as u128) * (b as u128);
        ((product / (c as u128)) as u64)
    }

    public fun clamp(x: u64, lower: u64, upper: u64): u64 {
        min(upper, max(lower, x))
    }

    public fun pow(n: u64, e: u64): u64 {
        let result = 1;
        while (e > 0) {
            if (e & 1 == 1) {
                result = result * n;
            };
            e = e >> 1;
            if (e > 0) {
                n = n * n;
            };
        };
        result
    }

    public fun floor_log2(x: u64): u8 {
        assert!(x != 0, EINVALID_ARG_FLOOR_LOG2);
        let result = 0u8;
        let step = 32u8;
        while (step > 0) {
            if (x >= (1u64 << step)) {
                x = x >> step;
                result = result + step;
            };
            step = step >> 1;
        };
        result
    }

    public fun sqrt(x: u64): u64 {
        if (x == 0) {
            return 0
        };
        let result = 1u64 << ((floor_log2(x) + 1) / 2);
        let rounds = 0;
        while (rounds < 5) {
            result = (result + x / result) / 2;
            rounds = rounds + 1;
        };
        min(result, x / result)
    }

    public fun ceil_div(x: u64, y: u64): u64 {
        if (x == 0) 0 else (x - 1) / y + 1
    }
}
