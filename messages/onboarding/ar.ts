import type { TranslationOf } from "@/messages/message";
import type { onboarding as source } from "@/messages/onboarding/en";

export const onboarding: TranslationOf<typeof source> = {
  "onboarding.title": "دعوة",
  "onboarding.step": "الخطوة {step} من {steps}",
  "onboarding.wallet": "محفظتك",
  "onboarding.noScript": "تحتاج هذه الصفحة إلى JavaScript لربط محفظة. ما ستوافق عليه مكتوب هنا كاملًا.",

  "onboarding.welcome.title": "{partner} يدعوك إلى تلقي المدفوعات بالعملات المستقرة",
  "onboarding.welcome.text":
    "يريد {partner} إنشاء روابط دفع لك. اقرأ ما يعنيه ذلك وما يكلفه. لا يُتفق على شيء حتى تقول ذلك في النهاية.",
  "onboarding.welcome.until": "تُستخدم هذه الدعوة مرة واحدة، حتى {date}.",
  "onboarding.welcome.goOn": "متابعة",
  "onboarding.welcome.note": "تسجّل الدخول بمحفظتك. لا يكلف ذلك شيئًا ولا ينقل أي مال.",

  "onboarding.connect.title": "اربط المحفظة التي تريد أن يُدفع إليها",
  "onboarding.connect.text": "توقّع المحفظة رسالة لتثبت أنها لك. لا يكلف ذلك شيئًا ولا ينقل أي مال.",
  "onboarding.connect.sign": "وقّع الرسالة في محفظتك.",

  "onboarding.destination.title": "أين يُدفع لك",
  "onboarding.destination.text": "تذهب المدفوعات مباشرة إلى محفظتك. اختر الشبكة والرمز الذي تريد تلقيه.",
  "onboarding.destination.chain": "الشبكة",
  "onboarding.destination.token": "الرمز",
  "onboarding.destination.chooseChain": "اختر شبكة",
  "onboarding.destination.chooseToken": "اختر رمزًا",
  "onboarding.destination.current": "(الحالي)",
  "onboarding.destination.paidIn": "{token} على {network}",
  "onboarding.destination.use": "استخدام هذه الوجهة",
  "onboarding.destination.change": "اختيار وجهة أخرى",
  "onboarding.destination.changeNote":
    "يسري التغيير على كل ما يُدفع إلى هذه المحفظة: على الروابط التي تُنشأ من الآن، لا على الموجودة.",
  "onboarding.destination.create": "إنشاء الوجهة",
  "onboarding.destination.update": "تغيير الوجهة",

  "onboarding.review.title": "راجع ما توافق عليه",
  "onboarding.review.text": "هذا كل شيء. يُحفظ في حسابك ويمكنك قراءته مرة أخرى في أي وقت.",
  "onboarding.review.paidTo": "يُدفع لك",
  "onboarding.review.agree": "الموافقة والارتباط بـ {partner}",
  "onboarding.review.free": "لا تكلف الموافقة شيئًا ولا تنقل أي مال.",

  "onboarding.access.title": "ما يجوز لـ {partner} فعله",
  "onboarding.access.text": "يُنشأ في حسابك معرّف عميل جديد باسم {name}. به ينشئ {partner} روابط دفع تدفع لك.",
  "onboarding.access.domains": "المواقع التي يجوز لها استخدامه:",
  "onboarding.access.custody":
    "لا يستطيع {partner} حيازة مالك ولا تحويله: هذه الروابط تدفع إلى محفظتك ولا إلى أحد غيرها، باستثناء الرسوم أدناه. يرى {partner} معرّف العميل ومحفظتك وما يُدفع عبر روابطه.",

  "onboarding.fee.title": "ما يكلفه",
  "onboarding.fee.none": "لا يأخذ {partner} أي رسم.",
  "onboarding.fee.incoming.payer": "{percent} فوق كل دفعة إليك. يتحملها الدافع.",
  "onboarding.fee.incoming.recipient": "{percent} من كل دفعة إليك. تُخصم مما تتلقاه.",
  "onboarding.fee.outgoing.payer": "{percent} فوق كل دفعة تدفعها. تتحملها أنت.",
  "onboarding.fee.outgoing.recipient": "{percent} من كل دفعة تدفعها. تُخصم مما يحصل عليه المستلم.",
  "onboarding.fee.cap": "بحد أقصى {cap} USD لكل دفعة.",
  "onboarding.fee.changes":
    "يجوز لـ {partner} تغيير رسمه للروابط التي تُنشأ لاحقًا؛ أما الرابط الموجود فيحتفظ برسمه. تعرض لوحة التحكم الرسم الساري بجانب الذي وافقت عليه، ويمكنك المغادرة في أي وقت.",

  "onboarding.example.incoming": "مثال: تطلب {amount}",
  "onboarding.example.outgoing": "مثال: تدفع {amount} لشخص ما",
  "onboarding.example.payer": "يدفع الدافع",
  "onboarding.example.youGet": "تتلقى أنت",
  "onboarding.example.youPay": "تدفع أنت",
  "onboarding.example.recipient": "يحصل المستلم على",
  "onboarding.example.partner": "يتلقى {partner}",
  "onboarding.example.service": "تتلقى هذه الخدمة",

  "onboarding.screening.title": "من يُفحص",
  "onboarding.screening.yours": "أنت تختار هل تُفحص محافظ الدافعين لك. لا يقرر {partner} ذلك.",
  "onboarding.screening.none": "لا أحد: لا تُفحص محافظ الدافعين لك.",
  "onboarding.screening.by": "يفحص {provider} محافظ الدافعين لك. المحفظة المرفوضة لا تستطيع أن تدفع لك.",
  "onboarding.screening.backup": "لا يُسأل {provider} إلا إذا تعذّر على الأول الجواب. الرفض نهائي.",
  "onboarding.screening.fixed": "يقرر {partner} ذلك. يمكنك رؤيته في لوحة التحكم، لا تغييره.",
  "onboarding.screening.choose": "فحص محافظ الدافعين لك",
  "onboarding.screening.later": "يمكنك تغيير ذلك لاحقًا في لوحة التحكم.",
  "onboarding.screening.placeholder": "اختر",
  "onboarding.screening.choiceNone": "عدم فحصها",

  "onboarding.look.title": "كيف يبدو",
  "onboarding.look.partner": "يرى الدافعون لك صفحة دفع باسم {partner} وألوانه.",
  "onboarding.look.plain": "يرى الدافعون لك صفحة الدفع بألوانها، دون اسم آخر.",

  "onboarding.leave.title": "كيف تغادر",
  "onboarding.leave.text":
    "يمكنك فك الارتباط في لوحة التحكم متى شئت دون استئذان. عندها لا يستطيع {partner} إنشاء روابط أخرى لك؛ أما الموجودة فيمكن دفعها. معرّف العميل الذي فُك ارتباطه لا يمكن ربطه مرة أخرى.",

  "onboarding.done.title": "تم الارتباط",
  "onboarding.done.text": "يستطيع {partner} الآن إنشاء روابط دفع لك بمعرّف العميل {name}.",
  "onboarding.done.clientId": "معرّف العميل",
  "onboarding.done.dashboard": "فتح لوحة التحكم",
  "onboarding.done.close": "يمكنك إغلاق هذه الصفحة. ما وافقت عليه موجود في لوحة التحكم تحت Partners.",

  "onboarding.used.title": "استُخدمت هذه الدعوة من قبل",
  "onboarding.used.text":
    "تصلح مرة واحدة. إن كنت أنت من استخدمها فكل شيء في لوحة التحكم. وإلا فاطلب من {partner} دعوة جديدة.",
  "onboarding.expired.title": "فات الأوان: انتهت صلاحية هذه الدعوة",
  "onboarding.expired.text": "لم يُتفق على شيء. اطلب من {partner} دعوة جديدة.",
  "onboarding.not_found.title": "رابط غير صالح: لم يُعثر على دعوة",
  "onboarding.not_found.text": "عنوان هذه الصفحة غير كامل، أو الدعوة غير موجودة. اطلبها مرة أخرى من مرسلها.",

  "onboarding.trouble.session_ended": "انتهت جلستك. اربط محفظتك مرة أخرى. لم يُتفق على شيء حتى الآن.",
  "onboarding.trouble.terms_changed":
    "تغيرت الشروط منذ أن فتحت هذه الصفحة، لذلك لم يُتفق على شيء. اقرأها مرة أخرى.",
  "onboarding.trouble.destination_gone":
    "لم تعد لهذه المحفظة وجهة نشطة، لذلك لم يُتفق على شيء. اختر واحدة من جديد.",
  "onboarding.trouble.unreachable":
    "لا يمكن الوصول إلى الخدمة. ليس من المؤكد أن خطوتك الأخيرة قد وصلت. حاول مرة أخرى بعد قليل.",
  "onboarding.trouble.refused": "لم تقبل الخدمة ذلك. لم يُتفق على شيء.",
  "onboarding.trouble.sign_in": "لم تقبل الخدمة تسجيل الدخول. حاول مرة أخرى بعد قليل.",

  "onboarding.confirm.title": "أكّد هذا التغيير",
  "onboarding.confirm.text": "لم يتغيّر شيء بعد.",
  "onboarding.confirm.no": "ليس الآن",
  "onboarding.confirm.yes": "تأكيد",
  "onboarding.confirm.with": "التأكيد بواسطة {wallet}",
  "onboarding.confirm.account": "الحساب: {account}",
  "onboarding.confirm.signing":
    "تعرض محفظتك الكلمات نفسها. وقّع هناك إن كان هذا ما تريده؛ التوقيع لا يكلّف شيئًا ولا يحرّك أي مال.",
  "onboarding.confirm.device": "يطلب جهازك بصمة إصبعك أو وجهك أو رمزك السري. لا يُدفع شيء.",
  "onboarding.confirm.passkey": "التأكيد بمفتاح مرور",
  "onboarding.confirm.any": "يمكن لأي من هذه المحافظ تأكيده:",
  "onboarding.confirm.other": "{wallet} ليست محفظة تسجّل الدخول بها. اختر إحدى المحافظ المذكورة هنا.",
  "onboarding.confirm.password": "كلمة مرور الحساب",
};
