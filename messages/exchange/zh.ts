import type { exchange as source } from "@/messages/exchange/en";
import type { TranslationOf } from "@/messages/message";

export const exchange: TranslationOf<typeof source> = {
  "pay.field.depositAddress": "转账地址",
  "pay.exchange.open": "从交易所或任意钱包发送",
  "pay.exchange.asking": "正在获取这笔付款的地址。",
  "pay.exchange.failed": "服务没有回应，或这笔付款目前没有汇率。没有发送任何款项，请重试。",
  "pay.exchange.onlyNetwork": "转账时请选择 {network} 网络。通过其他网络发送的钱不会到达这里。",
  "pay.exchange.amount": "必须到账的金额",
  "pay.exchange.deducts": "交易所会从发送的金额中扣除手续费。请确认到账的正好是这个 {symbol} 金额。",
  "pay.exchange.address": "地址",
  "pay.exchange.onlyToken": "只能在 {network} 上发送 {symbol}。这个地址只属于这笔付款。",
  "pay.exchange.later": "之后到账的金额按到账时的汇率计算。",
  "pay.exchange.checked":
    "此页面根据这里显示的内容自行计算了这个地址：它只能付给这个收款方和这笔付款的费用。",
  "pay.exchange.short":
    "如果到账的金额不足，付款不会关闭：此页面会显示还差多少，余下的可以发送到同一个地址。",
  "pay.exchange.watching": "此页面会自动发现转账。您可以关闭页面，付款会继续。",
  "pay.exchange.wrongNetwork": "用其他网络或其他货币发送了？",
  "pay.exchange.wrongNetworkHow":
    "只有 {network} 上的 {symbol} 有效。用其他方式发送的在这里不算。请联系收款方并提供交易哈希：在许多网络上，收款方仍然可以收到这笔钱。",
  "pay.exchange.code.transfer": "二维码：在 {network} 上发送 {amount}",
  "pay.exchange.code.address": "地址的二维码",
  "pay.exchange.code.transferNote": "包含网络、货币和金额。请在钱包中核对。",
  "pay.exchange.code.addressNote": "只包含地址：请手动输入网络和金额。",
  "pay.exchange.code.showTransfer": "包含网络和金额的二维码",
  "pay.exchange.code.showAddress": "只显示地址，如果您的应用无法读取此二维码",
  "pay.exchange.refused.title": "这个地址没有显示",
  "pay.exchange.refused.text": "服务给出的地址不属于这笔付款。请不要发送任何款项。此页面的运营方已收到通知。",
  "pay.exchange.unchecked": "没有 JavaScript，此页面无法核对地址。发送大额款项之前，请在其他设备上核对。",
  "pay.exchange.none.restricted": "只有特定的钱包可以支付这笔付款，请连接钱包。",
  "pay.exchange.none.payee_hidden": "收款方不公开地址，请连接钱包支付。",
  "pay.exchange.none.too_many": "这笔付款的地址已经太多。请连接钱包。",
  "pay.exchange.none.bundle": "这里一起支付多笔付款，请连接钱包。",
  "pay.exchange.none.recurring": "这笔付款从同意它的钱包中扣除。",
  "pay.exchange.none.to_bank": "这笔付款转到银行账户，请连接钱包。",
  "pay.exchange.none.native_coin": "这个网络的原生代币不能发送到这样的地址。请连接钱包。",
  "pay.exchange.none.network": "这个网络还没有这样的地址。请连接钱包。",
  "pay.exchange.none.terms": "这笔付款的费用不适合这样的地址。请连接钱包。",
  "pay.exchange.none.nothing": "目前没有需要支付的款项。",
};
