module 0x1::code {
    use 0x1::copyable_any::Any;
    use 0x1::error;
    use 0x1::event;
    use 0x1::object::{Self, Object};
    use 0x1::option::Option;
    use 0x1::signer;
    use 0x1::string::String;
    use 0x1::vector;

    friend 0x1::object_code_deployment;

    /// A module of the package has the name of one in another package
    const EMODULE_NAME_CLASH: u64 = 1;
    /// Cannot upgrade an immutable package
    const EUPGRADE_IMMUTABLE: u64 = 2;
    /// Cannot downgrade a package's upgradability policy
    const EUPGRADE_WEAKER_POLICY: u64 = 3;
    /// Cannot delete a module that was published in the same package
    const EMODULE_MISSING: u64 = 4;
    /// Dependency could not be resolved to any published package
    const EPACKAGE_DEP_MISSING: u64 = 6;

    struct PackageRegistry has drop, key, store { packages: vector<PackageMetadata> }
    struct PackageMetadata has copy, drop, store {
        name: String,
        upgrade_policy: UpgradePolicy,
        upgrade_number: u64,
        source_digest: String,
        manifest: vector<u8>,
        modules: vector<ModuleMetadata>,
        deps: vector<PackageDep>,
        extension: Option<Any>,
    }

    struct PackageDep has copy, drop, store { account: address, package_name: String }
    struct ModuleMetadata has copy, drop, store {
        name: String,
        source: vector<u8>,
        source_map: vector<u8>,
        extension: Option<Any>,
    }

    struct UpgradePolicy has copy, drop, store { policy: u8 }
    #[event]
    struct PublishPackage has drop, store { code_address: address, is_upgrade: bool }

    public fun upgrade_policy_arbitrary(): UpgradePolicy {
        UpgradePolicy { policy: 0 }
    }

    public fun upgrade_policy_compat(): UpgradePolicy {
        UpgradePolicy { policy: 1 }
    }

    public fun upgrade_policy_immutable(): UpgradePolicy {
        UpgradePolicy { policy: 2 }
    }

    public fun can_change_upgrade_policy_to(from: UpgradePolicy, to: UpgradePolicy): bool {
        from.policy <= to.policy
    }

    fun initialize(framework: &signer, package_owner: &signer, metadata: PackageMetadata) {
        let addr = signer::address_of(package_owner);
        assert!(signer::address_of(framework) == @0x1, error::permission_denied(EUPGRADE_IMMUTABLE));
        if (!exists<PackageRegistry>(addr)) {
            move_to(package_owner, PackageRegistry { packages: vector[metadata] })
        } else {
            vector::push_back(&mut borrow_global_mut<PackageRegistry>(addr).packages, metadata)
        }
    }

    public fun publish_package(owner: &signer, pack: PackageMetadata, code: vector<vector<u8>>) {
        let addr = signer::address_of(owner);
        if (!exists<PackageRegistry>(addr)) {
            move_to(owner, PackageRegistry { packages: vector[] })
        };
        let module_names = names_of(&pack);
        let packages = &mut borrow_global_mut<PackageRegistry>(addr).packages;
        let length = vector::length(packages);
        let index = length;
        let i = 0;
        let upgrade_number = 0;
        while (i < length) {
            let old = vector::borrow(packages, i);
            if (old.name == pack.name) {
                upgrade_number = old.upgrade_number + 1;
                check_upgradability(old, &pack, &module_names);
                index = i;
            } else {
                check_coexistence(old, &module_names);
            };
            i = i + 1;
        };
        pack.upgrade_number = upgrade_number;
        let policy = pack.upgrade_policy;
        if (index < length) {
            *vector::borrow_mut(packages, index) = pack;
        } else {
            vector::push_back(packages, pack);
        };
        event::emit(PublishPackage { code_address: addr, is_upgrade: upgrade_number > 0 });
        request_publish(addr, module_names, code, policy.policy)
    }

    public fun freeze_code_object(publisher: &signer, code_object: Object<PackageRegistry>) {
        let code_object_addr = object::object_address(&code_object);
        assert!(exists<PackageRegistry>(code_object_addr), error::not_found(EMODULE_MISSING));
        assert!(object::is_owner(code_object, signer::address_of(publisher)), error::permission_denied(EUPGRADE_IMMUTABLE));
        let registry = borrow_global_mut<PackageRegistry>(code_object_addr);
        let i = 0;
        while (i < vector::length(&registry.packages)) {
            let pack = vector::borrow_mut(&mut registry.packages, i);
            pack.upgrade_policy = upgrade_policy_immutable();
            i = i + 1;
        }
    }

    public entry fun publish_package_txn(owner: &signer, metadata_serialized: vector<u8>, code: vector<vector<u8>>) {
        publish_package(owner, package_from_bytes(metadata_serialized), code)
    }

    #[view]
    public fun package_names(owner: address): vector<String> {
        let names = vector<String>[];
        if (!exists<PackageRegistry>(owner)) {
            return names
        };
        let packages = &borrow_global<PackageRegistry>(owner).packages;
        let i = 0;
        while (i < vector::length(packages)) {
            vector::push_back(&mut names, vector::borrow(packages, i).name);
            i = i + 1;
        };
        names
    }

    fun check_upgradability(old_pack: &PackageMetadata, new_pack: &PackageMetadata, new_modules: &vector<String>) {
        assert!(old_pack.upgrade_policy.policy < 2, error::invalid_argument(EUPGRADE_IMMUTABLE));
        let allowed = can_change_upgrade_policy_to(old_pack.upgrade_policy, new_pack.upgrade_policy);
        assert!(allowed, error::invalid_argument(EUPGRADE_WEAKER_POLICY));
        let i = 0;
        while (i < vector::length(&old_pack.modules)) {
            let old_module = vector::borrow(&old_pack.modules, i);
            assert!(vector::contains(new_modules, &old_module.name), EMODULE_MISSING);
            i = i + 1;
        }
    }

    native fun request_publish(owner: address, expected_modules: vector<String>, bundle: vector<vector<u8>>, policy: u8);

    /// Aborts if a package has a module with one of the names.
    fun check_coexistence(old_pack: &PackageMetadata, new_modules: &vector<String>) {
        let i = 0;
        while (i < vector::length(&old_pack.modules)) {
            let old_module = vector::borrow(&old_pack.modules, i);
            assert!(!vector::contains(new_modules, &old_module.name), error::already_exists(EMODULE_NAME_CLASH));
            i = i + 1;
        }
    }

    fun names_of(pack: &PackageMetadata): vector<String> {
        let names = vector<String>[];
        let i = 0;
        while (i < vector::length(&pack.modules)) {
            vector::push_back(&mut names, vector::borrow(&pack.modules, i).name);
            i = i + 1;
        };
        names
    }

    native fun package_from_bytes(bytes: vector<u8>): PackageMetadata;
}
