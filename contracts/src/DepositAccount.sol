// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {DepositTerms, DepositTermsCodec} from "./DepositTerms.sol";
import {ERC20FeeProxy} from "./ERC20FeeProxy.sol";

/// @notice The code behind every deposit address; each is a clone of it with the terms of one request. Anybody may
/// call it: the money can go to the payee and to the fee receivers of the terms only.
contract DepositAccount {
    using SafeERC20 for IERC20;

    address private immutable self = address(this);

    /// @notice How much of what an exact payment brings was forwarded. Fees are due on that much and no more.
    uint128 public accounted;
    bool private entered;
    /// @notice Fees that their receiver could not be paid. They stay here until `payLeftFees`.
    uint128 public leftFee;
    uint128 public leftLeg;

    /// @notice A fee stays here, because its receiver cannot be paid now.
    event FeeLeft(address receiver, uint256 amount);

    /// @dev For clones only, and not from within a token that calls back.
    modifier once() {
        require(address(this) != self, "DepositAccount: not a deposit address");
        require(!entered, "DepositAccount: called back");
        entered = true;
        _;
        entered = false;
    }

    function terms() public view returns (DepositTerms memory) {
        return DepositTermsCodec.unpack(Clones.fetchCloneArgs(address(this)));
    }

    /// @notice Forwards all that has arrived through the fee proxy, under the reference of the request. A fee receiver
    /// that cannot be paid does not stop the payee's money.
    function collect() external once {
        DepositTerms memory t = terms();
        require(block.chainid == t.homeChainId, "DepositAccount: not the home chain");
        uint256 balance = IERC20(t.token).balanceOf(address(this));
        uint256 left = uint256(leftFee) + leftLeg;
        require(balance > left, "DepositAccount: nothing to collect");
        uint256 arrived = balance - left;
        (uint256 fee, uint256 leg) = _account(t, arrived);
        IERC20(t.token).forceApprove(t.feeProxy, arrived);
        _payPayee(t, arrived - fee - leg, fee);
        if (leg > 0 && !_paid(t, t.legReceiver, leg, t.legReference)) {
            leftLeg += uint128(leg);
            emit FeeLeft(t.legReceiver, leg);
        }
    }

    /// @notice Pays the fees that were left here to their receivers, as far as that is possible now.
    function payLeftFees() external once {
        DepositTerms memory t = terms();
        (uint128 fee, uint128 leg) = (leftFee, leftLeg);
        IERC20(t.token).forceApprove(t.feeProxy, uint256(fee) + leg);
        if (fee > 0 && _paid(t, t.feeReceiver, fee, t.paymentReference)) leftFee = 0;
        if (leg > 0 && _paid(t, t.legReceiver, leg, t.legReference)) leftLeg = 0;
        require(leftFee < fee || leftLeg < leg, "DepositAccount: no fee was paid");
    }

    /// @notice Sends another token, or the native coin (address zero), to the payee. On another chain than that of the
    /// request: any token.
    function rescue(address asset) external once {
        DepositTerms memory t = terms();
        require(asset != t.token || block.chainid != t.homeChainId, "DepositAccount: use collect");
        if (asset == address(0)) {
            (bool sent, ) = t.payee.call{value: address(this).balance}("");
            require(sent, "DepositAccount: the payee refused");
            return;
        }
        uint256 balance = IERC20(asset).balanceOf(address(this));
        require(balance > 0, "DepositAccount: nothing to rescue");
        // The balance tells, not the answer: USDT on Tron answers false to a transfer that it made.
        (bool ok, ) = asset.call(abi.encodeCall(IERC20.transfer, (t.payee, balance)));
        require(ok && IERC20(asset).balanceOf(address(this)) < balance, "DepositAccount: the token did not move");
    }

    /// @dev Both fees in proportion to what arrived. Rounded over all that was forwarded so far, so that parts add up
    /// to exactly the fees of one payment.
    function _account(DepositTerms memory t, uint256 arrived) private returns (uint256 fee, uint256 leg) {
        uint256 fullFee = t.feeReceiver == address(0) ? 0 : t.feeAmount;
        uint256 fullLeg = t.legReceiver == address(0) ? 0 : t.legAmount;
        uint256 full = t.amount + fullFee + fullLeg;
        uint256 before = accounted;
        uint256 counted = Math.min(before + arrived, Math.min(full, type(uint128).max));
        if (counted == before) return (0, 0);
        accounted = uint128(counted);
        fee = (fullFee * counted) / full - (fullFee * before) / full;
        leg = (fullLeg * counted) / full - (fullLeg * before) / full;
    }

    function _payPayee(DepositTerms memory t, uint256 amount, uint256 fee) private {
        ERC20FeeProxy proxy = ERC20FeeProxy(t.feeProxy);
        bytes memory ref = abi.encodePacked(t.paymentReference);
        if (fee > 0) {
            try proxy.transferFromWithReferenceAndFee(t.token, t.payee, amount, ref, fee, t.feeReceiver) {
                return;
            } catch {
                leftFee += uint128(fee);
                emit FeeLeft(t.feeReceiver, fee);
            }
        }
        proxy.transferFromWithReferenceAndFee(t.token, t.payee, amount, ref, 0, address(0));
    }

    function _paid(DepositTerms memory t, address to, uint256 amount, bytes8 ref) private returns (bool) {
        ERC20FeeProxy proxy = ERC20FeeProxy(t.feeProxy);
        try proxy.transferFromWithReferenceAndFee(t.token, to, amount, abi.encodePacked(ref), 0, address(0)) {
            return true;
        } catch {
            return false;
        }
    }
}
