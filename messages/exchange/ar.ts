import type { exchange as source } from "@/messages/exchange/en";
import type { TranslationOf } from "@/messages/message";

export const exchange: TranslationOf<typeof source> = {
  "pay.field.depositAddress": "عنوان التحويل",
  "pay.exchange.open": "الإرسال من منصة تداول أو أي محفظة",
  "pay.exchange.asking": "جارٍ جلب عنوان هذه الدفعة.",
  "pay.exchange.failed": "لم يُجب الخادم، أو لا يوجد سعر صرف لهذه الدفعة الآن. لم يُرسل شيء؛ أعد المحاولة.",
  "pay.exchange.onlyNetwork": "اختر {network} كشبكة للتحويل. على شبكة أخرى لا يصل المال إلى هنا.",
  "pay.exchange.amount": "المبلغ الذي يجب أن يصل",
  "pay.exchange.deducts": "تخصم منصات التداول رسومها مما ترسله. تأكد من وصول هذا المبلغ بالضبط من {symbol}.",
  "pay.exchange.address": "العنوان",
  "pay.exchange.onlyToken": "أرسل {symbol} فقط، على {network}. هذا العنوان يخص هذه الدفعة وحدها.",
  "pay.exchange.later": "ما يصل لاحقًا يُحسب بسعر الصرف في وقته.",
  "pay.exchange.checked":
    "حسبت هذه الصفحة العنوان بنفسها مما هو معروض هنا: لا يمكن أن يدفع إلا لهذا المستلم ورسوم هذه الدفعة.",
  "pay.exchange.short":
    "إذا وصل أقل، تبقى الدفعة مفتوحة: تقول هذه الصفحة كم ينقص، والعنوان نفسه يستقبل الباقي.",
  "pay.exchange.watching": "تلاحظ هذه الصفحة التحويل بنفسها. يمكنك إغلاقها: تستمر الدفعة من دونها.",
  "pay.exchange.wrongNetwork": "هل أرسلت على شبكة أخرى أو بعملة أخرى؟",
  "pay.exchange.wrongNetworkHow":
    "لا يُحسب إلا {symbol} على {network}. ما أُرسل بطريقة أخرى لا يُحسب هنا. اكتب إلى المستلم واذكر معرّف المعاملة: على شبكات كثيرة يمكنه أن يحصل على المال.",
  "pay.exchange.code.transfer": "رمز QR: إرسال {amount} على {network}",
  "pay.exchange.code.address": "رمز QR للعنوان",
  "pay.exchange.code.transferNote": "يحتوي على الشبكة والعملة والمبلغ. تحقق منها في محفظتك.",
  "pay.exchange.code.addressNote": "يحتوي على العنوان فقط: أدخل الشبكة والمبلغ يدويًا.",
  "pay.exchange.code.showTransfer": "رمز بالشبكة والمبلغ",
  "pay.exchange.code.showAddress": "العنوان فقط، إذا كان تطبيقك لا يقرأ هذا الرمز",
  "pay.exchange.refused.title": "هذا العنوان غير معروض",
  "pay.exchange.refused.text": "ذكر الخادم عنوانًا لا يخص هذه الدفعة. لا ترسل شيئًا. تم إبلاغ مشغّل هذه الصفحة.",
  "pay.exchange.unchecked":
    "من دون JavaScript لم تستطع هذه الصفحة التحقق من العنوان. قارنه على جهاز آخر قبل إرسال مبلغ كبير.",
  "pay.exchange.none.restricted": "لا يمكن أن تدفع هذه الدفعة إلا محافظ معينة؛ اربط محفظة.",
  "pay.exchange.none.payee_hidden": "يبقي المستلم عنوانه خاصًا؛ اربط محفظة لهذه الدفعة.",
  "pay.exchange.none.too_many": "لهذه الدفعة عناوين كثيرة جدًا. اربط محفظة.",
  "pay.exchange.none.bundle": "تُدفع هنا عدة دفعات معًا؛ اربط محفظة.",
  "pay.exchange.none.recurring": "تؤخذ هذه الدفعة من المحفظة التي وافقت عليها.",
  "pay.exchange.none.to_bank": "تذهب هذه الدفعة إلى حساب مصرفي؛ اربط محفظة.",
  "pay.exchange.none.native_coin": "لا يمكن إرسال عملة هذه الشبكة إلى عنوان كهذا. اربط محفظة.",
  "pay.exchange.none.network": "لا توجد عناوين كهذه على هذه الشبكة بعد. اربط محفظة.",
  "pay.exchange.none.terms": "رسوم هذه الدفعة لا تناسب عنوانًا كهذا. اربط محفظة.",
  "pay.exchange.none.nothing": "لا يوجد ما يُدفع الآن.",
};
