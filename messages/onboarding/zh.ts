import type { TranslationOf } from "@/messages/message";
import type { onboarding as source } from "@/messages/onboarding/en";

export const onboarding: TranslationOf<typeof source> = {
  "onboarding.title": "邀请",
  "onboarding.step": "第 {step} 步，共 {steps} 步",
  "onboarding.wallet": "您的钱包",
  "onboarding.noScript": "此页面需要 JavaScript 才能连接钱包。您将同意的内容已全部写在这里。",

  "onboarding.welcome.title": "{partner} 邀请您用稳定币收款",
  "onboarding.welcome.text":
    "{partner} 希望为您创建付款链接。请阅读其含义和费用。在您最后表示同意之前，不会达成任何约定。",
  "onboarding.welcome.until": "此邀请只能使用一次，有效期至 {date}。",
  "onboarding.welcome.goOn": "继续",
  "onboarding.welcome.note": "您用钱包登录。不收费用，也不会转移资金。",

  "onboarding.connect.title": "连接您用来收款的钱包",
  "onboarding.connect.text": "钱包签署一条消息，以证明它属于您。不收费用，也不会转移资金。",
  "onboarding.connect.sign": "请在钱包中签署消息。",

  "onboarding.destination.title": "您在哪里收款",
  "onboarding.destination.text": "付款直接进入您的钱包。请选择您想收款的网络和代币。",
  "onboarding.destination.chain": "网络",
  "onboarding.destination.token": "代币",
  "onboarding.destination.chooseChain": "选择网络",
  "onboarding.destination.chooseToken": "选择代币",
  "onboarding.destination.current": "（当前）",
  "onboarding.destination.paidIn": "{network} 上的 {token}",
  "onboarding.destination.use": "使用此收款目标",
  "onboarding.destination.change": "选择另一个",
  "onboarding.destination.changeNote":
    "此更改适用于支付到此钱包的所有款项：今后创建的链接会使用它，已有的链接不受影响。",
  "onboarding.destination.create": "创建收款目标",
  "onboarding.destination.update": "更改收款目标",

  "onboarding.review.title": "请核对您同意的内容",
  "onboarding.review.text": "这就是全部内容。它会保存在您的账户中，您可以随时再次查看。",
  "onboarding.review.paidTo": "您的收款方式",
  "onboarding.review.agree": "同意并与 {partner} 关联",
  "onboarding.review.free": "同意不收费用，也不会转移资金。",

  "onboarding.access.title": "{partner} 可以做什么",
  "onboarding.access.text":
    "您的账户中会创建一个名为 {name} 的新客户端 ID。{partner} 用它创建向您付款的链接。",
  "onboarding.access.domains": "可以使用它的网站：",
  "onboarding.access.custody":
    "{partner} 既不能保管也不能转走您的钱：除下列费用外，这些链接只向您的钱包付款。{partner} 能看到客户端 ID、您的钱包以及通过其链接支付的款项。",

  "onboarding.fee.title": "费用",
  "onboarding.fee.none": "{partner} 不收费用。",
  "onboarding.fee.incoming.payer": "在每笔支付给您的款项之外加收 {percent}，由付款人承担。",
  "onboarding.fee.incoming.recipient": "每笔支付给您的款项的 {percent}，从您收到的金额中扣除。",
  "onboarding.fee.outgoing.payer": "在您支付的每笔款项之外加收 {percent}，由您承担。",
  "onboarding.fee.outgoing.recipient": "您支付的每笔款项的 {percent}，从收款人得到的金额中扣除。",
  "onboarding.fee.cap": "每笔最多 {cap} USD。",
  "onboarding.fee.changes":
    "{partner} 可以更改今后创建的链接的费用；已有链接的费用不变。您的控制面板会同时显示现行费用和您同意的费用，您可以随时离开。",

  "onboarding.example.incoming": "示例：您要求支付 {amount}",
  "onboarding.example.outgoing": "示例：您向某人支付 {amount}",
  "onboarding.example.payer": "付款人支付",
  "onboarding.example.youGet": "您收到",
  "onboarding.example.youPay": "您支付",
  "onboarding.example.recipient": "收款人得到",
  "onboarding.example.partner": "{partner} 收到",
  "onboarding.example.service": "本服务收到",

  "onboarding.screening.title": "检查谁",
  "onboarding.screening.yours": "是否检查付款人的钱包由您选择，不由 {partner} 决定。",
  "onboarding.screening.none": "不检查：付款人的钱包不会被检查。",
  "onboarding.screening.by": "付款人的钱包由 {provider} 检查。被拒绝的钱包不能向您付款。",
  "onboarding.screening.backup": "只有在第一家无法答复时才会询问 {provider}。拒绝即为最终结果。",
  "onboarding.screening.fixed": "这由 {partner} 决定。您可以在控制面板中查看，但不能更改。",
  "onboarding.screening.choose": "检查付款人的钱包",
  "onboarding.screening.later": "您以后可以在控制面板中更改。",
  "onboarding.screening.placeholder": "请选择",
  "onboarding.screening.choiceNone": "不检查",

  "onboarding.look.title": "外观",
  "onboarding.look.partner": "付款人看到的付款页面带有 {partner} 的名称和颜色。",
  "onboarding.look.plain": "付款人看到的付款页面使用其自身的颜色，没有其他名称。",

  "onboarding.leave.title": "如何离开",
  "onboarding.leave.text":
    "您可以随时在控制面板中解除关联，无需询问。之后 {partner} 不能再为您创建链接；已有的链接仍可支付。解除关联的客户端 ID 不能再次关联。",

  "onboarding.done.title": "您已关联",
  "onboarding.done.text": "{partner} 现在可以用客户端 ID {name} 为您创建付款链接。",
  "onboarding.done.clientId": "客户端 ID",
  "onboarding.done.dashboard": "打开控制面板",
  "onboarding.done.close": "您可以关闭此页面。您同意的内容在控制面板的 Partners 中。",

  "onboarding.used.title": "此邀请已被使用",
  "onboarding.used.text":
    "它只能使用一次。如果是您使用的，一切都在您的控制面板中。否则，请向 {partner} 索取新的邀请。",
  "onboarding.expired.title": "太晚了：此邀请已过期",
  "onboarding.expired.text": "没有达成任何约定。请向 {partner} 索取新的邀请。",
  "onboarding.not_found.title": "链接无效：未找到邀请",
  "onboarding.not_found.text": "此页面的地址不完整，或邀请不存在。请向发送者再次索取。",

  "onboarding.trouble.session_ended": "您的会话已结束。请重新连接钱包。到目前为止没有达成任何约定。",
  "onboarding.trouble.terms_changed": "自您打开此页面以来条款已更改，因此没有达成任何约定。请再次阅读。",
  "onboarding.trouble.destination_gone": "此钱包不再有有效的收款目标，因此没有达成任何约定。请重新选择。",
  "onboarding.trouble.unreachable": "无法连接服务。不能确定您的上一步是否已送达。请稍后再试。",
  "onboarding.trouble.refused": "服务没有接受。没有达成任何约定。",
  "onboarding.trouble.sign_in": "服务没有接受登录。请稍后再试。",

  "onboarding.confirm.title": "确认此更改",
  "onboarding.confirm.text": "现在没有更改任何内容。",
  "onboarding.confirm.no": "取消",
  "onboarding.confirm.yes": "确认",
  "onboarding.confirm.with": "用 {wallet} 确认",
  "onboarding.confirm.account": "账户：{account}",
  "onboarding.confirm.signing":
    "您的钱包会显示同样的内容。如果这是您想要的，请在钱包中签署；不收费用，也不会转移资金。",
  "onboarding.confirm.device": "您的设备会要求您确认。不会支付任何款项。",
  "onboarding.confirm.passkey": "用 passkey 确认",
  "onboarding.confirm.any": "这些钱包中的任何一个都可以确认：",
  "onboarding.confirm.other": "{wallet} 不是您登录用的钱包。请选择这里的钱包。",
  "onboarding.confirm.password": "账户的密码",
};
