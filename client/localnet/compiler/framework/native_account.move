module 0x1::native_account {
    use 0x1::account;
    use 0x1::coin::{Self, Coin};
    use 0x1::error;
    use 0x1::native_coin::NativeCoin;
    use 0x1::signer;
    use 0x1::vector;

    friend 0x1::genesis;
    friend 0x1::transaction_fee;

    /// Account does not exist
    const EACCOUNT_NOT_FOUND: u64 = 1;
    /// Account is not registered to receive the native coin
    const EACCOUNT_NOT_REGISTERED_FOR_NATIVE: u64 = 2;
    /// The lengths of the recipients and amounts lists don't match
    const EMISMATCHING_RECIPIENTS_AND_AMOUNTS_LENGTH: u64 = 5;

    struct DirectTransferConfig has key { allow_arbitrary_coin_transfers: bool }

    public entry fun create_account(auth_key: address) {
        let account_signer = account::create_account(auth_key);
        register_native(&account_signer);
    }

    public entry fun batch_transfer(source: &signer, recipients: vector<address>, amounts: vector<u64>) {
        let length = vector::length(&recipients);
        assert!(length == vector::length(&amounts), error::invalid_argument(EMISMATCHING_RECIPIENTS_AND_AMOUNTS_LENGTH));
        let i = 0;
        while (i < length) {
            let to = *vector::borrow(&recipients, i);
            let amount = *vector::borrow(&amounts, i);
            transfer(source, to, amount);
            i = i + 1;
        }
    }

    public entry fun transfer(source: &signer, to: address, amount: u64) {
        if (!account::exists_at(to)) {
            create_account(to)
        };
        coin::transfer<NativeCoin>(source, to, amount)
    }

    public entry fun batch_transfer_coins<CoinType>(from: &signer, recipients: vector<address>, amounts: vector<u64>) {
        let length = vector::length(&recipients);
        assert!(length == vector::length(&amounts), error::invalid_argument(EMISMATCHING_RECIPIENTS_AND_AMOUNTS_LENGTH));
        let i = 0;
        while (i < length) {
            transfer_coins<CoinType>(from, *vector::borrow(&recipients, i), *vector::borrow(&amounts, i));
            i = i + 1;
        }
    }

    public entry fun transfer_coins<CoinType>(from: &signer, to: address, amount: u64) {
        deposit_coins(to, coin::withdraw<CoinType>(from, amount));
    }

    public fun deposit_coins<CoinType>(to: address, coins: Coin<CoinType>) {
        if (!account::exists_at(to)) {
            create_account(to);
        };
        if (!coin::is_account_registered<CoinType>(to)) {
            assert!(can_receive_direct_coin_transfers(to), error::permission_denied(EACCOUNT_NOT_REGISTERED_FOR_NATIVE));
        };
        coin::deposit<CoinType>(to, coins)
    }

    public fun assert_account_exists(addr: address) {
        assert!(account::exists_at(addr), error::not_found(EACCOUNT_NOT_FOUND));
    }

    public fun assert_account_is_registered_for_native(addr: address) {
        assert_account_exists(addr);
        assert!(coin::is_account_registered<NativeCoin>(addr), error::not_found(EACCOUNT_NOT_REGISTERED_FOR_NATIVE));
    }

    public entry fun set_allow_direct_coin_transfers(account: &signer, allow: bool) {
        let addr = signer::address_of(account);
        if (exists<DirectTransferConfig>(addr)) {
            let config = borrow_global_mut<DirectTransferConfig>(addr);
            if (config.allow_arbitrary_coin_transfers == allow) {
                return
            };
            config.allow_arbitrary_coin_transfers = allow;
        } else {
            move_to(account, DirectTransferConfig { allow_arbitrary_coin_transfers: allow });
        }
    }

    #[view]
    public fun can_receive_direct_coin_transfers(account: address): bool {
        !exists<DirectTransferConfig>(account) || borrow_global<DirectTransferConfig>(account).allow_arbitrary_coin_transfers
    }

    public(friend) fun register_native(account_signer: &signer) {
        coin::register<NativeCoin>(account_signer);
    }
}
