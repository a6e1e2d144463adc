// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

/// What the Test wallet's account delegates itself to (EIP-7702) to carry out several calls or none of them.
contract TestBatchAccount {
    struct Call {
        address to;
        uint256 value;
        bytes data;
    }

    receive() external payable {}

    function execute(Call[] calldata calls) external {
        require(msg.sender == address(this), "only the account itself");
        for (uint256 i = 0; i < calls.length; i++) {
            (bool ok, bytes memory reason) = calls[i].to.call{value: calls[i].value}(calls[i].data);
            if (!ok) {
                assembly {
                    revert(add(reason, 32), mload(reason))
                }
            }
        }
    }
}
