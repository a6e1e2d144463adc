// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {LifiExecutor} from "./LifiExecutor.sol";
import {SwapData} from "./LifiTypes.sol";
import {MessageReceiver} from "./SpokePoolTypes.sol";

/// @notice Stands in for LI.FI's receiver of Across deposits on local chains, by its published ABI: has the executor make
/// the calls of a message, and gives the tokens to the message's receiver when that fails.
contract LifiReceiver is MessageReceiver {
    using SafeERC20 for IERC20;

    event LiFiTransferRecovered(
        bytes32 indexed transactionId, address receivingAssetId, address receiver, uint256 amount, uint256 timestamp
    );

    error UnAuthorized();

    address public immutable spokepool;
    LifiExecutor public immutable executor;

    constructor(address _spokepool, address _executor) {
        spokepool = _spokepool;
        executor = LifiExecutor(_executor);
    }

    function handleV3AcrossMessage(address token, uint256 amount, address, bytes calldata message) external {
        if (msg.sender != spokepool) revert UnAuthorized();
        (bytes32 transactionId, SwapData[] memory calls, address receiver) =
            abi.decode(message, (bytes32, SwapData[], address));
        IERC20(token).forceApprove(address(executor), amount);
        try executor.swapAndCompleteBridgeTokens(transactionId, calls, token, receiver) {}
        catch {
            IERC20(token).forceApprove(address(executor), 0);
            IERC20(token).safeTransfer(receiver, amount);
            emit LiFiTransferRecovered(transactionId, token, receiver, amount, block.timestamp);
        }
    }
}
