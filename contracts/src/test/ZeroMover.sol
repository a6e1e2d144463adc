// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

interface IMoves {
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// @notice A worthless token that, when a batch collects it, moves nothing of another token from someone who never
/// agreed to anything. Anyone may move nothing: only the event of it is there, and names them. Without a constructor, so
/// that its code can be put anywhere.
contract ZeroMover {
    IMoves private token;
    address private named;
    address private batch;

    function aim(IMoves _token, address _named, address _batch) external {
        (token, named, batch) = (_token, _named, _batch);
    }

    function transferFrom(address, address to, uint256) external returns (bool) {
        if (to == batch) token.transferFrom(named, batch, 0);
        return true;
    }

    function allowance(address, address) external pure returns (uint256) {
        return type(uint256).max;
    }

    function balanceOf(address) external pure returns (uint256) {
        return type(uint256).max;
    }

    function approve(address, uint256) external pure returns (bool) {
        return true;
    }
}
