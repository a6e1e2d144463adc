// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

struct RelayData {
    bytes32 depositor;
    bytes32 recipient;
    bytes32 exclusiveRelayer;
    bytes32 inputToken;
    bytes32 outputToken;
    uint256 inputAmount;
    uint256 outputAmount;
    uint256 originChainId;
    uint256 depositId;
    uint32 fillDeadline;
    uint32 exclusivityDeadline;
    bytes message;
}

struct SlowFill {
    RelayData relayData;
    uint256 chainId;
    uint256 updatedOutputAmount;
}

struct RefundLeaf {
    uint256 amountToReturn;
    uint256 chainId;
    uint256[] refundAmounts;
    uint32 leafId;
    address l2TokenAddress;
    address[] refundAddresses;
}

/// @notice What a fill calls at a recipient that is a contract.
interface MessageReceiver {
    function handleV3AcrossMessage(address token, uint256 amount, address relayer, bytes calldata message) external;
}
