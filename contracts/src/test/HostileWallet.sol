// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

/// A contract wallet (ERC-1271) whose answer depends on who asks and how, to cost others gas or time.
contract HostileWallet {
    enum Answer {
        Yes,
        /// Only with more gas left than `limit`: a call without a gas limit has it, a part of a batch does not.
        WithMuchGas,
        /// Never, and only after all gas is used up.
        Never,
        /// Only where nobody pays for the gas, as in a simulation without a gas price.
        WithoutGasPrice,
        /// Only up to the block `limit`: in a simulation, and not in the transaction that follows.
        UpToBlock
    }

    Answer public answer;
    uint256 public limit;

    function set(Answer _answer, uint256 _limit) external {
        answer = _answer;
        limit = _limit;
    }

    function execute(address to, bytes calldata data) external {
        (bool ok, ) = to.call(data);
        require(ok, "refused");
    }

    function isValidSignature(bytes32, bytes calldata) external view returns (bytes4) {
        if (_accepts()) return this.isValidSignature.selector;
        return 0xffffffff;
    }

    function _accepts() private view returns (bool) {
        if (answer == Answer.WithMuchGas) return gasleft() > limit;
        if (answer == Answer.WithoutGasPrice) return tx.gasprice == 0;
        if (answer == Answer.UpToBlock) return block.number <= limit;
        if (answer == Answer.Never) {
            while (true) {}
        }
        return true;
    }
}
