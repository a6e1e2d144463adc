// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

/// @notice Several calls in one, for local chains. Only the functions that clients use.
contract Multicall3 {
    struct Call3 {
        address target;
        bool allowFailure;
        bytes callData;
    }

    struct Result {
        bool success;
        bytes returnData;
    }

    function aggregate3(Call3[] calldata calls) external payable returns (Result[] memory returnData) {
        returnData = new Result[](calls.length);
        for (uint256 i; i < calls.length; ++i) {
            (bool success, bytes memory answer) = calls[i].target.call(calls[i].callData);
            require(success || calls[i].allowFailure, "Multicall3: call failed");
            returnData[i] = Result(success, answer);
        }
    }

    function getEthBalance(address addr) external view returns (uint256 balance) {
        return addr.balance;
    }
}
