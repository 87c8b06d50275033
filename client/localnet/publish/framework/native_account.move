module 0x1::native_account {
    use 0x1::coin::Coin;

    friend 0x1::genesis;
    friend 0x1::transaction_fee;

    const EACCOUNT_NOT_FOUND: u64 = 1;
    const EACCOUNT_NOT_REGISTERED_FOR_NATIVE: u64 = 2;
    const EMISMATCHING_RECIPIENTS_AND_AMOUNTS_LENGTH: u64 = 5;

    struct DirectTransferConfig has key { allow_arbitrary_coin_transfers: bool }

    public entry fun create_account(auth_key: address);
    public entry fun batch_transfer(source: &signer, recipients: vector<address>, amounts: vector<u64>);
    public entry fun transfer(source: &signer, to: address, amount: u64);
    public entry fun batch_transfer_coins<CoinType>(from: &signer, recipients: vector<address>, amounts: vector<u64>);
    public entry fun transfer_coins<CoinType>(from: &signer, to: address, amount: u64);
    public fun deposit_coins<CoinType>(to: address, coins: Coin<CoinType>);
    public fun assert_account_exists(addr: address);
    public fun assert_account_is_registered_for_native(addr: address);
    public entry fun set_allow_direct_coin_transfers(account: &signer, allow: bool);
    #[view]
    public fun can_receive_direct_coin_transfers(account: address): bool;
    public(friend) fun register_native(account_signer: &signer);
}
