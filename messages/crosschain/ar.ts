import type { crosschain as source } from "@/messages/crosschain/en";
import type { TranslationOf } from "@/messages/message";

export const crosschain: TranslationOf<typeof source> = {
  "pay.field.refund": "من يسترد المال إذا لم يُسلَّم",
  "pay.field.deadline": "مهلة الجسر أو ساعة هذا الجهاز",
  "pay.bridge.direct": "مباشرة، دون جسر",
  "pay.bridge.about": "نحو {needed} {symbol}، منها {fee} {symbol} للجسر. عادةً خلال دقيقة.",
  "pay.bridge.short": "غير كافٍ: يلزم {needed} {symbol} ولديك هناك {balance} {symbol}.",
  "pay.bridge.unknown": "لم تُجب هذه الشبكة في الوقت المناسب، فلا يُعرف ما لديك فيها.",
  "pay.bridge.others": "حيث رصيد محفظتك غير كافٍ",
  "pay.bridge.away": "الدفع من شبكة أخرى غير ممكن الآن لأن الجسر لا يجيب. الدفع على {network} يعمل كالمعتاد.",
  "pay.bridge.too_low": "لا يمكن أن تُدفع من شبكة أخرى إلا المبالغ التي تزيد على 1 USD.",
  "pay.bridge.only":
    "لا يمكن دفع هذه الدفعات إلا من شبكة أخرى، ولا توجد الآن شبكة يمكن استخدامها وفي محفظتك عليها ما يكفي.",
  "pay.bridge.how":
    "تذهب {symbol} التي لديك على {source} إلى جسر Across الذي يدفع للمستلم على {network}. إذا لم يُسلِّم أحد حتى {date} عاد كل المبلغ إلى محفظتك على {source}.",
  "pay.bridge.fee": "رسوم الجسر",
  "pay.bridge.arrives": "يصل على {network}",
  "pay.bridge.until": "السعر مضمون حتى",
  "pay.bridge.over": "انتهت مدة هذا السعر. احصل على السعر الحالي قبل المتابعة.",
  "pay.bridge.renew": "الحصول على السعر الحالي",
  "pay.bridge.known": "يذهب إلى العقد المعروف لجسر Across على {network}، ولهذا المستلم فقط.",
  "pay.bridge.title": "في الطريق من {source}",
  "pay.bridge.legs": "أين المال",
  "pay.bridge.leaves": "يغادر {source}",
  "pay.bridge.left": "غادر {source}",
  "pay.bridge.arriving": "يصل إلى {network}",
  "pay.bridge.arrived": "وصل إلى {network}",
  "pay.bridge.paying": "الدفع للمستلم",
  "pay.bridge.paid": "دُفع للمستلم",
  "pay.bridge.usual": "يستغرق ذلك عادةً أقل من دقيقة. يمكنك إغلاق هذه الصفحة: تستمر الدفعة من دونها.",
  "pay.bridge.otherwise": "إذا لم يُسلِّم أحد حتى {date} عاد {amount} إلى {address} على {source}.",
  "pay.bridge.filled": "المال لدى المستلم. ويُحتسب حالما تؤكده الشبكة.",
  "pay.bridge.callFailed": "سلّم الجسر المال إلى المستلم مباشرة. ويُحتسب هذه الدفعة.",
  "pay.bridge.expired.title": "لم يُسلَّم في الوقت المناسب",
  "pay.bridge.expired":
    "لم يُسلِّم الجسر في الوقت المناسب. حالما تؤكد {network} ذلك يعود {amount} إلى {address} على {source}.",
  "pay.bridge.refunding":
    "لم يُسلِّم الجسر ولم تتم الدفعة. وهو يعيد {amount} إلى {address} على {source}، عادةً خلال ساعات، ولا يلزمك فعل شيء. يمكنك الدفع مجددًا الآن.",
  "pay.bridge.refunded":
    "لم يُسلِّم الجسر، وعاد {amount} إلى {address} على {source}. لم يُدفع شيء؛ يمكنك الدفع مجددًا.",
  "pay.bridge.failed":
    "لم يُسلِّم الجسر ولم يُعد {amount} منذ أسبوع. اسأل دعم Across بالرقم والمعرّف أدناه. لم تتم الدفعة.",
  "pay.bridge.coming": "في الطريق من شبكة أخرى: {amount}. المتبقي للدفع: {left}.",
  "pay.bridge.several":
    "يُدفع لكل مستلم بإيداع مستقل. ما لا يُسلَّم منها يعود وحده، وتبقى الإيداعات الأخرى كما هي.",
  "pay.bridge.more": {
    zero: "تسألك محفظتك عن كل إيداع. لا شيء بعد هذا.",
    one: "تسألك محفظتك عن كل إيداع. بعد هذا يبقى إيداع واحد.",
    two: "تسألك محفظتك عن كل إيداع. بعد هذا يبقى إيداعان.",
    few: "تسألك محفظتك عن كل إيداع. بعد هذا تبقى {count} إيداعات.",
    many: "تسألك محفظتك عن كل إيداع. بعد هذا يبقى {count} إيداعًا.",
    other: "تسألك محفظتك عن كل إيداع. بعد هذا يبقى {count} إيداعًا.",
  },
  "pay.bridge.next": {
    zero: "لا تبقى أي دفعة.",
    one: "تبقى دفعة واحدة. تطلبها هذه الصفحة حالما تظهر هذه الدفعة.",
    two: "تبقى دفعتان. تطلب هذه الصفحة التالية حالما تظهر هذه الدفعة.",
    few: "تبقى {count} دفعات. تطلب هذه الصفحة التالية حالما تظهر هذه الدفعة.",
    many: "تبقى {count} دفعة. تطلب هذه الصفحة التالية حالما تظهر هذه الدفعة.",
    other: "تبقى {count} دفعة. تطلب هذه الصفحة التالية حالما تظهر هذه الدفعة.",
  },
  "pay.bridge.number": "الرقم لدى الجسر",
  "pay.bridge.sourceHash": "المعاملة على {source}",
  "pay.bridge.refundHash": "معاملة الإعادة",
  "pay.bridge.surplus": "جلب الجسر {amount} {symbol} أكثر من المطلوب. وكله لدى المستلم.",
  "pay.trouble.price_renewed": "انتهى السعر وجرى تجديده. كان {before} وأصبح {after}. تحقق منه وتابع.",
  "pay.trouble.no_route": "لا أحد يجلب هذه الدفعة من هناك بسعر عادل الآن. لم يُدفع شيء؛ اختر طريقة أخرى.",
  "pay.trouble.bridge_away": "الجسر لا يجيب الآن. لم يُدفع شيء؛ اختر طريقة أخرى أو حاول مجددًا.",
  "pay.trouble.bridge_no_safe":
    "لا يمكن لمحفظة Safe أن تدفع إلا على شبكة الدفعة نفسها. لم يُدفع شيء؛ اختر تلك الطريقة.",
};
