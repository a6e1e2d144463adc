import { crosschain } from "@/messages/crosschain/es";
import type { en } from "@/messages/en";
import { exchange } from "@/messages/exchange/es";
import type { TranslationOf } from "@/messages/message";
import { onboarding } from "@/messages/onboarding/es";

export const es: TranslationOf<typeof en> = {
  "frame.language": "Idioma",
  "frame.notReady": "Los botones de esta página todavía no están listos.",
  "frame.loadAgain": "Volver a cargar la página",
  "frame.terms": "Condiciones",
  "frame.privacy": "Privacidad",
  "frame.poweredBy": "Página de pago de {name}",

  "away.title": "Volvemos enseguida",
  "away.text":
    "El servicio no está disponible por un momento. No se pierde nada de lo que ha enviado y no tiene que pagar de nuevo. Esta página se vuelve a cargar en {seconds} s.",
  "busy.title": "Demasiadas visitas",
  "busy.text":
    "Se han abierto demasiadas páginas desde su red. Su pago no tiene ningún problema. Esta página se vuelve a cargar en {seconds} s.",

  "common.copy": "Copiar",
  "common.copied": "Copiado",
  "common.copyWhat": "Copiar {what}",
  "common.copiedWhat": "{what}: copiado",
  "common.back": "Atrás",
  "common.tryAgain": "Intentar de nuevo",
  "common.loading": "Cargando",

  "pay.title": "Pago",
  "pay.titleTo": "Pago a {name}",
  "pay.to": "a {name}",
  "pay.connect": "Conectar billetera",
  "pay.showDetails": "Mostrar detalles",
  "pay.hideDetails": "Ocultar detalles",
  "pay.youPay": "Usted paga",
  "pay.youPaid": "Ha pagado",
  "pay.paid": "Pagado",
  "pay.asked": "Solicitado",
  "pay.on": "en {network}",
  "pay.reference": "Referencia",
  "pay.approvedBy": "Aprobado por",
  "pay.recipient": "Destinatario",
  "pay.recipients": { one: "{count} destinatario", other: "{count} destinatarios" },
  "pay.verifiedWallet": "Cartera verificada",
  "pay.verifiedWalletOf": "Cartera verificada de {name}",
  "pay.verifiedNote":
    "El titular de la cuenta que pide este pago ha demostrado con una firma que esta cartera es suya. El nombre lo ha elegido él mismo; nadie lo ha comprobado.",
  "pay.recipientMasked":
    "El destinatario mantiene en privado la dirección completa. La página la comprueba antes de que usted firme.",
  "pay.network": "Red",
  "pay.amount": "Importe",
  "pay.payment": "Pago {number}",
  "pay.total": "Total",
  "pay.paymentReference": "Referencia en la cadena",
  "pay.expires": "Se puede pagar hasta",
  "pay.feeIncluded": "{label}, a cargo del destinatario",
  "pay.feeAdded": "{label}, se añade",
  "pay.feeWithin": "de ello, {label}",
  "pay.explorer": "Ver en el explorador de bloques",
  "pay.hash": "Hash de la transacción",
  "pay.testnet": "Red de prueba: no es dinero real",
  "pay.noScript":
    "Esta página necesita JavaScript para conectar una billetera. Aquí se muestra lo que hay que pagar, para que pueda compararlo con la página en otro dispositivo.",
  "pay.noScriptHow":
    "No envíe el importe al destinatario por su cuenta: una transferencia así no lleva referencia y no se distingue de otras.",
  "pay.device.open": "¿No tiene billetera en este dispositivo?",
  "pay.device.qr": "Código QR de esta página",
  "pay.device.scan": "Escanee el código con un teléfono que tenga una billetera.",
  "pay.device.walletBrowser":
    "Si la página se abre y no encuentra la billetera, copie el enlace en el navegador de la aplicación de su billetera.",
  "pay.device.goOn": "Conecte y pague allí. Esta página lo notará por sí sola.",
  "pay.device.inApp": "Abra esta página en el navegador de la aplicación de su billetera.",
  "pay.device.link": "enlace a esta página",
  "pay.device.uri": "Escanear el pago mismo",
  "pay.device.uriNote":
    "Para billeteras que leen llamadas a contratos (EIP-681). No todas lo hacen. Continúe solo si la suya muestra este contrato y exactamente este importe:",
  "pay.device.request": "solicitud",
  "pay.device.uriApprove": "Permita que el contrato tome {amount} y espere a que se confirme",
  "pay.device.uriPay": "Pague {amount} en {network}",
  "pay.safetyNote": "Al conectar vemos la dirección de su billetera. No se mueve dinero.",
  "pay.offline": "Está sin conexión. No se pierde nada: la página sigue en cuanto vuelva.",
  "pay.silent.title": "No se puede contactar con el servicio",
  "pay.silent":
    "En este momento no se puede contactar con el servicio. No se pierde nada: esta página sigue preguntando por sí sola y continúa en cuanto haya respuesta.",
  "pay.hidden.title": "Una solicitud de pago para usted",
  "pay.hidden.text":
    "El destinatario solo muestra el importe y los detalles a billeteras que pasan su control. Conecte su billetera para continuar.",
  "pay.connect.title": "Conecte una billetera",
  "pay.connect.tronOnly": "Este pago es en Tron, así que solo pueden pagarlo billeteras de Tron.",
  "pay.checking.title": "Comprobando su billetera",
  "pay.checking.text": "Preguntamos si esta billetera puede pagar y qué contiene. Tarda un momento.",
  "pay.wallet": "Billetera",
  "pay.changeWallet": "Usar otra billetera",
  "pay.contact.of": "¿Preguntas? Puede contactar con {name} en",
  "pay.contact.unnamed": "¿Preguntas? Puede contactar con el destinatario en",
  "pay.contact.own":
    "Este contacto lo han dado ellos mismos; aquí no se ha comprobado. Nadie necesita las palabras secretas de su billetera para ayudarle.",
  "pay.contact.subject": "Pago {reference}",
  "pay.choose.title": "Elija cómo pagar",
  "pay.choose.label": "Quiero pagar con",
  "pay.choose.option": "{symbol} en {network}",
  "pay.choose.balance": "Tiene {balance} {symbol}",
  "pay.choose.same": "La misma red y el mismo token que se piden: sin cambio ni puente.",
  "pay.choose.continue": "Continuar",
  "pay.choose.switch": "Su billetera está en otra red. Le pedirá que cambie a {network}.",
  "pay.choose.switchButton": "Continuar en {network}",
  "pay.switching.title": "Cambie a {network}",
  "pay.switching.text": "Confirme el cambio de red en su billetera.",
  "pay.switching.late":
    "Su billetera aún no ha respondido. Ábrala y busque una pregunta, o elija {network} allí por su cuenta. No se ha firmado nada; puede volver atrás.",
  "pay.preparing.title": "Preparando el pago",
  "pay.preparing.text": "Componemos la transacción y la comparamos con lo que ve aquí.",
  "pay.preparing.late":
    "Tarda más de lo habitual. No se ha firmado nada; puede volver atrás e intentarlo de nuevo.",
  "pay.short.title": "No hay suficiente {symbol}",
  "pay.short.text":
    "El pago requiere {needed} {symbol} en {network}. Tiene {balance} {symbol}, así que faltan {missing} {symbol}.",
  "pay.short.how": "Envíe {symbol} en {network} a su billetera y vuelva a comprobar.",
  "pay.shortGas.title": "No hay suficiente {symbol} para la comisión de red",
  "pay.shortGas.text":
    "La red cobra unos {needed} {symbol} por este pago. Su billetera tiene {balance}; faltan unos {missing} {symbol}.",
  "pay.yourAddress": "Dirección de su billetera",
  "pay.lookAgain": "Volver a comprobar",
  "pay.review.title": "Revise y pague",
  "pay.review.batchTitle": "Revise y pague en un solo paso",
  "pay.review.batchText": "Su billetera hace todo esto junto, o nada:",
  "pay.review.approveTitle": "Primero permita el pago",
  "pay.review.resetTitle": "Primero restablezca un permiso antiguo",
  "pay.review.approveText":
    "{symbol} necesita su permiso antes de poder pagarse. Permite exactamente {amount} {symbol}, solo para este contrato de pago.",
  "pay.review.resetText":
    "{symbol} no permite cambiar un permiso que sigue abierto. Primero se pone a cero y después al importe exacto.",
  "pay.review.networkFee": "Comisión de red, aprox.",
  "pay.review.networkFeeUnknown": "la muestra su billetera",
  "pay.review.leaves": "Sale de su billetera",
  "pay.review.later": "Sale de su billetera en el paso siguiente",
  "pay.review.checked": "Comprobado: a su billetera se le pedirá exactamente esto y nada más.",
  "pay.review.known": "{contract} es un contrato de pago conocido en {network}.",
  "pay.review.knownToken": "Va al contrato conocido de {symbol} en {network}.",
  "pay.review.step": "Paso {step} de {steps}",
  "pay.reset": "Restablecer el permiso de {symbol}",
  "pay.approve": "Permitir {amount} {symbol}",
  "pay.payAmount": "Pagar {amount} en {network}",
  "pay.amountAnd": "{amount} {symbol}",
  "pay.lastCheck.title": "Una última comprobación",
  "pay.lastCheck.text":
    "Comprobamos que nadie haya pagado esto entretanto. Después le preguntará su billetera.",
  "pay.inWallet": "Confirme en su billetera",
  "pay.inWalletText": "Su billetera muestra la transacción. Compare el importe y la red y confírmela allí.",
  "pay.inWalletLate":
    "Su billetera aún no ha respondido. Mire allí: conteste a su pregunta si todavía la muestra. Si ha enviado el pago, esta página lo verá por sí sola. Recargue esta página solo si su billetera no muestra ninguna de las dos cosas.",
  "pay.inWalletLateAgain":
    "Su billetera aún no ha respondido. Mire allí: responda si todavía pregunta. Si ha enviado el pago, esta página lo verá por sí sola. Si no muestra ninguna de las dos cosas, pregúntele de nuevo: antes, esta página mira si se ha enviado algo.",
  "pay.inWalletLatePermission":
    "Su billetera aún no ha respondido. Mire allí: responda si todavía pregunta. Si no muestra nada, vuelva atrás e inténtelo de nuevo. No se ha pagado nada.",
  "pay.inWalletNo": "Para volver atrás, rechace allí.",
  "pay.askAgain": "Preguntar de nuevo a mi billetera",
  "pay.unanswered":
    "A su billetera ya se le pidió este pago y todavía podría enviarlo. Si aún pregunta, rechace allí. Si lo ha enviado, espere: esta página lo verá por sí sola.",
  "pay.unanswered.sent":
    "Si su billetera aún pide este pago, rechácelo allí. De lo contrario se pagaría dos veces.",
  "pay.settling.title": "Esperando el permiso",
  "pay.settling.text": "La red lo está confirmando. Podrá pagar en un momento.",
  "pay.settling.late":
    "Tarda más de lo habitual. Esta página continúa por sí sola en cuanto el permiso esté listo.",
  "pay.advanced": "Avanzado: lo que firma su billetera",
  "pay.advanced.contract": "Contrato",
  "pay.advanced.function": "Función",
  "pay.advanced.value": "Moneda nativa enviada",
  "pay.advanced.data": "Datos",
  "pay.advanced.hiddenData": "no se muestra, porque contiene la dirección privada del destinatario",
  "pay.refused.title": "Detenido por su seguridad",
  "pay.refused.text":
    "La transacción no coincide con lo que muestra esta página, así que no se entregó a su billetera. No se firmó ni se pagó nada.",
  "pay.refused.what": "Diferencia: {field}",
  "pay.refused.how":
    "Hemos avisado al operador de esta página. Inténtelo más tarde o pida al destinatario un enlace nuevo.",
  "pay.confirming.title": "Pago enviado",
  "pay.confirming.waiting": "Esperando a que la red lo recoja.",
  "pay.confirming.mined": "La red lo tiene. Esperando a que cuente.",
  "pay.confirming.progress": "Confirmado: {count} de {needed}",
  "pay.confirming.amount": "Un importe como este cuenta tras {needed} confirmaciones.",
  "pay.confirming.close": "Puede cerrar esta página: el pago sigue sin ella.",
  "pay.confirming.seen": "Pago visto en la red",
  "pay.confirming.late":
    "Tarda más de lo habitual. Mire la actividad de su wallet: si allí canceló o reemplazó el pago, aquí no se pagó nada y puede empezar de nuevo.",
  "pay.confirming.again": "Empezar de nuevo",
  "pay.unsent.title": "Aún no se ha enviado",
  "pay.unsent.text":
    "Nadie ha confirmado todavía que haya aceptado lo que firmó su billetera: puede que la red o el servicio estén saturados. No consta que se haya enviado nada. No firme ni pague nada más por ello: puede volver a entregar la misma transacción firmada y, por muchas veces que lo haga, se ejecuta como máximo una vez.",
  "pay.unsent.until":
    "Es posible hasta el {date}; después ya nunca podrá ejecutarse y podrá empezar de nuevo.",
  "pay.unsent.over":
    "Su plazo ha terminado ({date}). Esta página comprueba si llegó a ejecutarse; si no, podrá empezar de nuevo en un momento.",
  "pay.unsent.again": "Enviarla otra vez",
  "pay.unsent.still": "Nadie la ha aceptado todavía. Puede intentarlo una vez más.",
  "pay.done.title": "Pago realizado",
  "pay.done.overpaid":
    "Se pagó más de lo solicitado: {amount} {symbol} de más. El destinatario lo tiene todo; pídale que devuelva el resto.",
  "pay.done.late": "Llegó después de que caducara el enlace. El destinatario tiene el dinero y ve el pago.",
  "pay.done.already": "Este enlace de pago ya se ha pagado.",
  "pay.done.goBack": "Volver y cerrar",
  "pay.done.receipt": "Ver recibo",
  "pay.done.invoice": "Descargar factura",
  "pay.done.mail": "Enviar el recibo por correo",
  "pay.mail.paid": "Pagado: {amount} en {network}",
  "pay.mail.to": "A: {name}",
  "pay.mail.at": "Cuándo: {date}",
  "pay.mail.reference": "Referencia: {reference}",
  "pay.mail.transaction": "Transacción: {hash}",
  "pay.done.receipts": "Ver recibo {number}",
  "pay.revoke.text":
    "Su billetera aún permite que el contrato de pago tome {amount} {symbol}. Puede retirar este permiso.",
  "pay.revoke.button": "Retirar el permiso",
  "pay.revoke.settling": "Retirándolo",
  "pay.revoke.done": "El permiso se ha retirado.",
  "pay.revoke.failed": "El permiso no se retiró. Inténtelo de nuevo.",
  "pay.blocked.title": "Esta billetera no puede pagar",
  "pay.blocked.wallet_not_allowed":
    "Esta billetera no puede pagar según la política del destinatario: solo algunas billeteras pueden. No se firmó ni se pagó nada. Use otra billetera o pregunte al destinatario cuál puede pagar.",
  "pay.blocked.rejected":
    "Esta billetera no puede pagar según la política del destinatario: no superó su control. No se firmó ni se pagó nada. Use otra billetera o pregunte al destinatario.",
  "pay.blocked.error":
    "Esta billetera no puede pagar ahora según la política del destinatario, porque no se pudo hacer el control. Inténtelo de nuevo en un momento.",
  "pay.expired.title": "Demasiado tarde: este enlace ha caducado",
  "pay.expired.text": "Ya no se puede pagar y no se le cobró nada. Pida al destinatario un enlace nuevo.",
  "pay.expired.partly":
    "Caducó antes de pagarse todo. El destinatario tiene lo que se envió. Pídale un enlace nuevo para el resto.",
  "pay.not_found.title": "Enlace no válido: no se encontró nada",
  "pay.not_found.text":
    "La dirección de esta página está incompleta o el enlace no existe. Pídaselo de nuevo al destinatario.",
  "pay.invalidated.title": "Este enlace ya no es válido",
  "pay.invalidated.text": "El destinatario ha puesto el pago en otro enlace. Pida ese. No se le cobró nada.",
  "pay.failed.title": "Este pago se detuvo",
  "pay.failed.text":
    "El destinatario no superó un control, así que aquí no se puede pagar nada. No se le cobró nada. Pregunte al destinatario cómo puede pagar de otra forma.",
  "pay.in_progress.title": "Pago en curso",
  "pay.in_progress.text":
    "Un pago espera a los cofirmantes de una billetera compartida. Esta página lo sigue; si falla, podrá pagar aquí de nuevo.",
  "pay.in_progress.deadline": "Tienen hasta {date}.",
  "pay.safe.review": "Revise y proponga a su Safe",
  "pay.safe.reviewText":
    "Los propietarios de su Safe firman esto como una sola transacción; hacen falta {threshold} de {owners}. Se ejecuta todo junto o nada:",
  "pay.safe.proposed": "Propuesto a su Safe",
  "pay.safe.proposedText":
    "Los propietarios firman en el Safe. Puede cerrar esta página: el pago sigue sin ella.",
  "pay.safe.account": "Safe",
  "pay.safe.signatures": "Firmas",
  "pay.safe.signaturesNeeded": "hacen falta {needed}",
  "pay.safe.signaturesOf": "{count} de {needed}",
  "pay.safe.ownersOf": "Deben firmar {needed} de {owners} propietarios",
  "pay.safe.rejections": "Firmas para rechazarlo",
  "pay.safe.execute":
    "Cuando hayan firmado suficientes propietarios, uno de ellos ejecuta la transacción en el Safe. Hasta entonces no se paga nada.",
  "pay.safe.hash": "Hash de la transacción del Safe",
  "pay.safe.holds": "Hasta {date} nadie más puede pagar aquí.",
  "pay.safe.ended.execution_failed":
    "El Safe intentó pagar y su transacción falló. No se pagó nada; se puede pagar de nuevo.",
  "pay.safe.ended.rejected":
    "Los propietarios del Safe rechazaron el pago. No se pagó nada; se puede pagar de nuevo.",
  "pay.safe.ended.replaced":
    "El Safe ejecutó otra cosa en lugar del pago. Con ello no se pagó nada; se puede pagar de nuevo.",
  "pay.safe.ended.deadline_passed":
    "El pago del Safe no se ejecutó a tiempo. Rechácelo en el Safe antes de pagar de nuevo: ejecutado más tarde, pagaría por segunda vez.",
  "pay.bank.account": "Cuenta bancaria",
  "pay.bank.receives": "Llega a la cuenta bancaria",
  "pay.bank.receivesAbout": "Llega a la cuenta bancaria, aproximadamente",
  "pay.bank.estimate": "El proveedor cambia al tipo del momento en que llega su pago.",
  "pay.bank.received": "Llegó a la cuenta bancaria",
  "pay.bank.later": "{currency}; el importe se conoce al preparar el pago",
  "pay.bank.rate": "Cambio",
  "pay.bank.fees": "Comisiones del proveedor",
  "pay.bank.noFees": "ninguna",
  "pay.bank.developer_fee": "Comisión de la plataforma",
  "pay.bank.exchange_fee": "Comisión de cambio",
  "pay.bank.gas_fee": "Comisión de red del proveedor",
  "pay.bank.deposit": "Dirección de depósito",
  "pay.bank.returnsTo": "El dinero devuelto va a esta cartera",
  "pay.bank.toIdentity": "Abrir la verificación de identidad",
  "pay.bank.toAgreement": "Abrir las condiciones",
  "pay.bank.newTab": "Se abre en una pestaña nueva del proveedor. Después vuelva a esta página.",
  "pay.bank.prepare": "Preparar con esta cartera",
  "pay.bank.notPrepared":
    "No se pudo preparar el pago. No se ha pagado nada. Inténtelo de nuevo en un momento.",
  "pay.bank.delivered": "El dinero está en la cuenta bancaria.",
  "pay.bank.stepDone": "hecho",
  "pay.bank.step.initiated": "Dinero recibido por el proveedor",
  "pay.bank.step.pending_internal_assessment": "Revisión del proveedor",
  "pay.bank.step.ongoing_checks": "Últimas comprobaciones",
  "pay.bank.step.sending_fiat": "Enviado al banco",
  "pay.bank.step.fiat_sent": "En la cuenta bancaria",
  "pay.to_bank.erased.title": "Datos personales borrados",
  "pay.to_bank.erased.text":
    "Los datos personales de este pago se borraron, por eso no se puede pagar aquí. No se le ha cobrado nada. Pida al destinatario una nueva solicitud de pago.",
  "pay.to_bank.identity.title": "Hace falta verificar su identidad",
  "pay.to_bank.identity.text":
    "Para enviar dinero a una cuenta bancaria, el proveedor verifica su identidad. No se ha pagado nada. Después de la verificación, esta página continúa sola.",
  "pay.to_bank.identity_pending.title": "Se está verificando su identidad",
  "pay.to_bank.identity_pending.text":
    "El proveedor tiene sus datos y los está revisando. No se ha pagado nada. Puede cerrar esta página y volver más tarde.",
  "pay.to_bank.identity_rejected.title": "Verificación de identidad no superada",
  "pay.to_bank.identity_rejected.text":
    "El proveedor no aprobó la verificación, así que no se puede pagar. No se le ha cobrado nada. Abra la verificación para ver qué falta o pregunte al destinatario.",
  "pay.to_bank.agreement.title": "Condiciones del proveedor",
  "pay.to_bank.agreement.text":
    "El proveedor necesita que acepte sus condiciones. No se ha pagado nada. Después, esta página continúa sola.",
  "pay.to_bank.agreement_rejected.title": "Condiciones no aceptadas",
  "pay.to_bank.agreement_rejected.text":
    "El proveedor no tiene un acuerdo con usted, así que no se puede pagar. No se le ha cobrado nada. Abra las condiciones otra vez o pregunte al destinatario.",
  "pay.to_bank.bank_missing.title": "Aún no hay cuenta bancaria",
  "pay.to_bank.bank_missing.text":
    "Sus verificaciones están hechas. El destinatario aún tiene que añadir la cuenta bancaria que recibe el dinero. No se ha pagado nada. Esta página continúa sola.",
  "pay.to_bank.bank_pending.title": "Se está comprobando la cuenta bancaria",
  "pay.to_bank.bank_pending.text":
    "El proveedor comprueba la cuenta bancaria que recibe el dinero, normalmente en menos de un minuto. No se ha pagado nada. Esta página continúa sola.",
  "pay.to_bank.bank_failed.title": "La cuenta bancaria fue rechazada",
  "pay.to_bank.bank_failed.text":
    "El proveedor no puede pagar a esta cuenta bancaria. No se le ha cobrado nada. Pida al destinatario que añada otra.",
  "pay.to_bank.open.title": "Preparar el pago",
  "pay.to_bank.open.text":
    "El proveedor abre una dirección de depósito para su cartera. Después solo esta cartera puede pagar. Prepararlo no paga nada.",
  "pay.to_bank.other_wallet.title": "Preparado para otra cartera",
  "pay.to_bank.other_wallet.text":
    "Este pago se preparó para la cartera de abajo, así que solo ella puede pagarlo. No se ha pagado nada. Conecte esa cartera o pida al destinatario una nueva solicitud de pago.",
  "pay.to_bank.partly.title": "Solo llegó una parte",
  "pay.to_bank.partly.text":
    "Solo una parte del importe está en la dirección de depósito del proveedor. No pague el resto aquí. Pregunte al destinatario, que lo resuelve con el proveedor.",
  "pay.to_bank.earlier_address.title": "Llegó dinero a una dirección anterior",
  "pay.to_bank.earlier_address.text":
    "Llegó dinero de este pago a una dirección de depósito que ya había sido sustituida. No pague otra vez. Pregunte al destinatario, que lo resuelve con el proveedor.",
  "pay.to_bank.initiated.title": "El proveedor tiene su pago",
  "pay.to_bank.initiated.text":
    "El dinero está en la dirección de depósito del proveedor, que paga desde ahí a la cuenta bancaria. No tiene que hacer nada más y puede cerrar esta página.",
  "pay.to_bank.pending_internal_assessment.title": "El proveedor revisa el pago",
  "pay.to_bank.pending_internal_assessment.text":
    "El proveedor tiene el dinero y revisa el pago. No tiene que hacer nada más y puede cerrar esta página.",
  "pay.to_bank.ongoing_checks.title": "Se prepara la transferencia bancaria",
  "pay.to_bank.ongoing_checks.text":
    "El proveedor tiene el dinero y hace las últimas comprobaciones. No tiene que hacer nada más y puede cerrar esta página.",
  "pay.to_bank.sending_fiat.title": "La transferencia bancaria está en camino",
  "pay.to_bank.sending_fiat.text":
    "El proveedor envió el dinero al banco, lo que puede tardar algunos días laborables. No tiene que hacer nada más y puede cerrar esta página.",
  "pay.to_bank.delivered.title": "El dinero está en la cuenta bancaria",
  "pay.to_bank.delivered.text":
    "El dinero llegó a la dirección de depósito sin la referencia de este pago. No pague otra vez. Solo el destinatario puede decir de quién fue el pago.",
  "pay.to_bank.bounced.title": "El banco devolvió el dinero",
  "pay.to_bank.bounced.text":
    "El banco no aceptó el dinero y el proveedor lo tiene de nuevo. No pague otra vez. El destinatario debe revisar la cuenta bancaria; luego el proveedor lo envía de nuevo o lo devuelve a su cartera.",
  "pay.to_bank.retry_required.title": "Hay que repetir la transferencia bancaria",
  "pay.to_bank.retry_required.text":
    "La transferencia no funcionó y el proveedor tiene el dinero. No pague otra vez. El destinatario pide al proveedor que lo envíe de nuevo.",
  "pay.to_bank.failed.title": "La transferencia bancaria falló",
  "pay.to_bank.failed.text":
    "El proveedor no pudo pagar a la cuenta bancaria y tiene el dinero. No pague otra vez. Pregunte al destinatario, que lo resuelve con el proveedor.",
  "pay.to_bank.refunded.title": "El dinero se devolvió",
  "pay.to_bank.refunded.text":
    "A la cuenta bancaria no llegó nada. El proveedor devolvió el dinero a la cartera de abajo. Para pagar otra vez, pida al destinatario una nueva solicitud de pago.",
  "pay.unavailable.title": "No se puede acceder a la red",
  "pay.unavailable.text": "El enlace está bien y no se le cobró nada. Inténtelo de nuevo en un momento.",
  "pay.no_rate.title": "No hay tipo de cambio en este momento",
  "pay.no_rate.text":
    "Ahora mismo no hay un tipo de cambio fiable, por eso no se pide ningún importe. No se le cobró nada. La página lo intenta de nuevo por sí sola.",
  "pay.quote.later":
    "Se paga en {symbol}. El importe exacto se fija para su billetera en cuanto esté conectada.",
  "pay.quote.amount": "Eso es en {symbol}",
  "pay.quote.rate": "Tipo de cambio",
  "pay.quote.priced": "Precios de",
  "pay.quote.until": "Tipo de cambio válido hasta",
  "pay.quote.minutesLeft": "quedan {minutes} min",
  "pay.quote.secondsLeft": "quedan {seconds} s",
  "pay.partial.text": "Ya han llegado {received}. Queda por pagar: {left}.",
  "pay.announced":
    "Alguien indicó hace un momento que ha enviado este pago. Espere a que aparezca aquí antes de pagar por segunda vez.",
  "pay.someoneElse": "Alguien está pagando este enlace",
  "pay.trouble.rejected": "Lo rechazó en su billetera. No se firmó nada; puede intentarlo de nuevo.",
  "pay.trouble.pending_request":
    "Su billetera aún espera una respuesta anterior. Ábrala y responda allí primero.",
  "pay.trouble.wrong_chain": "Su billetera está en otra red y no se cambió.",
  "pay.trouble.wrong_account": "Su billetera cambió a otra cuenta. Conéctela de nuevo.",
  "pay.trouble.not_installed": "La billetera no está instalada en este navegador.",
  "pay.trouble.insufficient_funds": "Su billetera no tiene suficiente para el pago y la comisión de red.",
  "pay.trouble.no_typed_data":
    "Su billetera no puede firmar este tipo de documento (EIP-712). Use otra billetera.",
  "pay.trouble.no_batch": "Su billetera no hace todo esto junto. Continúe paso a paso.",
  "pay.trouble.safe_no_batch":
    "No se puede pedir este pago a su Safe por esta conexión. Abra el enlace como aplicación en su Safe.",
  "pay.trouble.real_wallet_refused":
    "Esta página funciona con cadenas de prueba locales. Aquí solo sirve Test wallet.",
  "pay.trouble.disconnected": "Su billetera ya no está conectada.",
  "pay.trouble.failed":
    "Su billetera no respondió como se esperaba. Compruebe en ella si ha enviado algo; si no, inténtelo de nuevo.",
  "pay.trouble.wallet_changed":
    "Su billetera cambió a otra cuenta, así que todo se comprobó de nuevo para ella.",
  "pay.trouble.network_changed": "Su billetera cambió de red, así que todo se comprobó de nuevo.",
  "pay.trouble.quote_renewed":
    "El tipo de cambio venció y se renovó. El importe era {before} y ahora es {after}. Compruébelo y continúe.",
  "pay.trouble.payment_changed": "Algo de este pago ha cambiado entretanto. Compruébelo y continúe.",
  "pay.trouble.reverted":
    "La red rechazó la transacción y la deshizo. El dinero sigue en su billetera, salvo la comisión de red. Puede intentarlo de nuevo.",
  "pay.trouble.approval_reverted": "La red rechazó el permiso. No se pagó nada; puede intentarlo de nuevo.",
  "pay.trouble.replaced":
    "Su billetera sustituyó el pago por otra transacción, así que no se hizo. El dinero sigue en su billetera. Puede intentarlo de nuevo.",
  "pay.trouble.unpaid":
    "La red tiene la transacción, pero su pago no está en ella. No se pagó nada. Mire en su billetera antes de intentarlo de nuevo.",
  "pay.trouble.batch_failed": "Su billetera no ejecutó el pago. No se pagó nada; puede intentarlo de nuevo.",
  "pay.trouble.batch_partly":
    "Su billetera ejecutó solo una parte. El pago no se hizo, pero puede haber quedado un permiso. Puede intentarlo de nuevo.",
  "pay.trouble.dropped":
    "La red no recogió el pago a tiempo, así que no se hizo. El dinero sigue en su billetera. Puede intentarlo de nuevo.",
  "pay.trouble.not_relayed":
    "Lo que firmó su billetera no se pudo enviar. No se pagó nada; puede intentarlo de nuevo.",
  "pay.trouble.maybe_sent":
    "Puede que su billetera ya haya enviado este pago, por eso no se le ha vuelto a preguntar. Mire su actividad e inténtelo otra vez en un momento.",
  "pay.trouble.allowance_short":
    "El permiso es menor que el pago. Permita el importe completo, que se toma una sola vez.",
  "pay.trouble.unreachable":
    "No se puede acceder al servicio en este momento. No se pagó nada; inténtelo de nuevo.",
  "pay.field.answer": "la respuesta en conjunto",
  "pay.field.wallet": "la billetera",
  "pay.field.network": "la red",
  "pay.field.transactions": "el número de transacciones",
  "pay.field.contract": "el contrato",
  "pay.field.function": "lo que hace el contrato",
  "pay.field.token": "el token",
  "pay.field.recipient": "el destinatario",
  "pay.field.amount": "el importe",
  "pay.field.reference": "la referencia",
  "pay.field.approval": "lo que se aprobó",
  "pay.field.feeRecipient": "quién recibe la comisión",
  "pay.field.feeAmount": "la comisión",
  "pay.field.spender": "quién puede tomar los tokens",
  "pay.field.allowance": "cuánto se puede tomar",
  "pay.field.quote": "el tipo de cambio",
  "pay.field.value": "la moneda nativa enviada",
  "pay.field.dates": "las fechas o su número",
  "pay.field.permit": "el documento que se firma",
  "pay.field.calldata": "los datos de la llamada",
  "pay.bundle.open": "Por pagar",
  "pay.bundle.moving": "En camino",
  "pay.bundle.paid": "Pagado",
  "pay.bundle.blocked": "Omitido",
  "pay.bundle.progress": "{paid} de {total} pagados",
  "pay.bundle.onTheWay": { one: "{count} en camino", other: "{count} en camino" },
  "pay.bundle.leftOut": {
    one: "{count} pago no puede hacerse aquí y se omite. Usted paga los demás.",
    other: "{count} pagos no pueden hacerse aquí y se omiten. Usted paga los demás.",
  },
  "pay.bundle.some": "{open} de {total} destinatarios",
  "pay.bundle.openNow": "De ello se pueden pagar ahora {amount} {symbol}.",
  "pay.bundle.masked":
    "Los destinatarios mantienen en privado sus direcciones completas. La página comprueba cada una antes de que usted firme.",
  "pay.bundle.total": {
    one: "{count} pago en {symbol} en {network}",
    other: "{count} pagos en {symbol} en {network}",
  },
  "pay.bundle.showAll": "Mostrar los {count} destinatarios",
  "pay.bundle.showFewer": "Mostrar menos destinatarios",
  "pay.bundle.payAlone": "Pagar solo este en {network}",
  "pay.bundle.networks": "en varias redes",
  "pay.bundle.why.secure_payment_expired":
    "Su propio enlace ha caducado. Pida uno nuevo a quien le envió esta página.",
  "pay.bundle.why.secure_payment_not_pending":
    "Se movió a otro enlace o se retiró. Pregunte a quien le envió esta página.",
  "pay.bundle.why.compliance_failed":
    "El destinatario no superó un control, así que no se le puede pagar nada.",
  "pay.bundle.why.other":
    "No se puede pagar como parte de esta página. Pregunte a quien le envió esta página.",
  "pay.bundle_blocked.title": "Aquí no se puede pagar nada",
  "pay.bundle_blocked.left":
    "Lo que queda de estos pagos no puede hacerse. El motivo aparece junto a cada uno. No se le cobró nada.",
  "pay.bundle_blocked.networks":
    "Estos pagos están en varias redes, así que ninguna transacción puede hacerlos todos. Abra cada uno con su propio enlace.",

  "embed.wallet": "Pagar con una billetera del navegador",
  "embed.window":
    "Abre la página de pago en una ventana propia, porque las billeteras no se usan dentro de otros sitios web.",

  "schedule.by": "Preparado por {name}",
  "schedule.title": "Pago recurrente",
  "schedule.every.DAILY": "cada día",
  "schedule.every.WEEKLY": "cada 7 días",
  "schedule.every.MONTHLY": "cada 30 días",
  "schedule.every.YEARLY": "cada 365 días",
  "schedule.times": { one: "{count} pago", other: "{count} pagos" },
  "schedule.from": "Se paga desde",
  "schedule.fee": "Comisión con cada pago",
  "schedule.feeTo": "La comisión va a",
  "schedule.until": "No se toma nada después del",
  "schedule.most": "Lo máximo que puede salir de su billetera",
  "schedule.mostText": {
    one: "{amount}, {count} vez. El contrato no toma más, no paga a nadie más y no toma nada antes.",
    other:
      "{amount} cada vez, {count} veces. El contrato no toma más, no paga a nadie más y no toma nada antes.",
  },
  "schedule.dates": "Fechas",
  "schedule.allDates": { one: "{count} fecha", other: "Las {count} fechas" },
  "schedule.note.MONTHLY":
    "Aquí un mes tiene siempre 30 días, así que el día del mes cambia. Estas son las fechas reales.",
  "schedule.note.YEARLY":
    "Aquí un año tiene siempre 365 días, también los bisiestos. Estas son las fechas reales.",
  "schedule.instalment.paid": "pagado",
  "schedule.permit": "Lo que firma, campo por campo",
  "schedule.permitText": "Su billetera muestra estos campos. Deben decir lo mismo allí.",
  "schedule.field.name": "Nombre del contrato",
  "schedule.field.version": "Su versión",
  "schedule.field.chainId": "Número de la red: la firma no vale en ninguna otra",
  "schedule.field.verifyingContract": "El contrato que toma los pagos: la firma no vale para ningún otro",
  "schedule.field.subscriber": "Su billetera, que paga",
  "schedule.field.token": "El token que se paga",
  "schedule.field.recipient": "Quién recibe los pagos",
  "schedule.field.feeAddress": "Quién recibe la comisión; ceros si nadie",
  "schedule.field.amount": "Lo que recibe el destinatario cada vez, en la unidad más pequeña",
  "schedule.field.feeAmount": "La comisión cada vez, en la unidad más pequeña",
  "schedule.field.gasFee": "Para comisiones de red: nada",
  "schedule.field.periodSeconds": "Segundos entre dos pagos",
  "schedule.field.firstExec": "Momento del primer pago, en segundos desde 1970",
  "schedule.field.totalExecutions": "Cuántos pagos",
  "schedule.field.nonce": "Un número al azar que distingue esta firma de otras",
  "schedule.field.deadline": "Después de este momento no se toma nada, en segundos desde 1970",
  "schedule.noScript":
    "Esta página necesita JavaScript para pedir la firma a su billetera. No se toma nada de una billetera que no ha firmado.",
  "schedule.noTron": "Las billeteras de Tron no pueden firmarlo.",
  "schedule.wrongWallet.title": "Esta es otra billetera",
  "schedule.wrongWallet.text": "Solo esta billetera puede firmar o cancelar este pago recurrente:",
  "schedule.wrongWallet.yours": "Usted ha conectado:",
  "schedule.preparing.title": "Preparando la firma",
  "schedule.preparing.text": "Reunimos lo que usted firma y lo comparamos con lo que ve aquí.",
  "schedule.approve.title": "Primero, autorice al contrato",
  "schedule.approve.text":
    "El contrato toma cada pago cuando vence, así que necesita un permiso de {amount} {symbol}. Solo puede usarlo para pagos que usted haya firmado.",
  "schedule.approve.others": "De ellos, {amount} son para sus otros pagos recurrentes en curso.",
  "schedule.sign.title": "Revisar y firmar",
  "schedule.sign.text":
    "Firmar no cuesta nada y no envía nada ahora. A partir de entonces los pagos salen solos de su billetera en las fechas de arriba. Puede cancelar en cualquier momento.",
  "schedule.sign.keep": "Tenga al menos {amount} en la billetera en cada fecha.",
  "schedule.sign.button": {
    one: "Firmar {count} pago de {amount}",
    other: "Firmar {count} pagos de {amount}",
  },
  "schedule.handing.title": "Entregando su firma",
  "schedule.handing.text": "El servicio la comprueba. Mantenga esta página abierta un momento.",
  "schedule.refusedSignature":
    "El servicio no aceptó la firma, así que no se tomará nada. Inténtelo de nuevo con la billetera indicada arriba.",
  "schedule.progress": "{count} de {needed} pagados",
  "schedule.next": "Próximo pago",
  "schedule.status.pending": "Espera su firma",
  "schedule.status.active": "En curso",
  "schedule.status.paused": "En pausa",
  "schedule.status.completed": "Todos los pagos hechos",
  "schedule.status.cancelled": "Cancelado",
  "schedule.status.expired": "Finalizado",
  "schedule.active.text":
    "Los pagos salen solos de la billetera en sus fechas. No tiene que hacer nada más y puede cancelar en cualquier momento.",
  "schedule.failed": "El último intento de pago falló: {reason} Se intentará de nuevo a la hora indicada.",
  "schedule.failure.insufficient_funds": "la billetera tenía menos que el pago.",
  "schedule.failure.insufficient_allowance": "el permiso del contrato era menor que el pago.",
  "schedule.failure.transfer_refused": "el token rechazó la transferencia.",
  "schedule.failure.inexact_transfer": "el token habría movido un importe distinto del que firmó.",
  "schedule.paused.text": "De momento no se toma nada.",
  "schedule.paused.failed": "De momento no se toma nada, porque los intentos fallaron: {reason}",
  "schedule.paused.next":
    "El comerciante puede reanudarlo. Entonces los pagos omitidos se toman enseguida, uno tras otro. Cancélelo aquí si no lo quiere.",
  "schedule.completed.text": "Con esta firma ya no se puede tomar nada más.",
  "schedule.cancelled.payer": "Lo ha cancelado en el contrato. Con esta firma ya no se puede tomar nada más.",
  "schedule.cancelled.platform":
    "El comerciante lo ha cancelado y este servicio ya no inicia ningún pago. Si usted firmó, cancélelo también en el contrato: entonces nadie puede tomar nada.",
  "schedule.cancelled.deadline": "Su plazo ha terminado. Con esta firma ya no se puede tomar nada más.",
  "schedule.notFound.title": "Este enlace no lleva a ningún pago recurrente",
  "schedule.notFound.text":
    "Pida el enlace correcto a quien se lo envió. No se firmó nada y no se toma nada.",
  "schedule.inWallet": "Su billetera muestra una transacción al contrato. No mueve tokens. Confírmela allí.",
  "schedule.settling": "La red la está confirmando. Mantenga esta página abierta un momento.",
  "schedule.settling.late":
    "Tarda más de lo habitual. La transacción sigue sin esta página: ábrala de nuevo más tarde para ver si ha terminado.",
  "schedule.cancel.connect": "Conectar la billetera para cancelar",
  "schedule.cancel.button": "Cancelar este pago recurrente",
  "schedule.cancel.title": "Cancelar definitivamente",
  "schedule.cancel.text":
    "Su billetera envía una transacción al contrato, por la que la red cobra una comisión. Después nadie puede tomar nada con esta firma, ni siquiera este servicio. Los pagos hechos quedan hechos.",
  "schedule.cancel.confirm": "Cancelar en {network}",
  "schedule.cancel.sent": "Cancelando",
  "schedule.cancel.done": "Cancelado en el contrato",
  "schedule.cancel.doneText":
    "El contrato no toma nada más con esta firma. El comerciante lo verá en unos instantes.",
  "schedule.cancel.reverted": "La red no lo llevó a cabo. No ha cambiado nada; puede intentarlo de nuevo.",
  "schedule.lower.connect": "Conectar la billetera para reducir su permiso",
  "schedule.lower.text":
    "El contrato aún puede tomar {amount} de esta billetera. Solo podría usarlo para pagos que usted firme; sus otros pagos recurrentes necesitan {others}.",
  "schedule.lower.button": "Fijar el permiso en {amount}",
  "schedule.lower.sent": "Fijando el permiso",
  "schedule.lower.none":
    "El permiso del contrato no es mayor de lo que necesitan sus otros pagos recurrentes.",
  "schedule.running.title": "Lo que sale solo de su billetera",
  "schedule.running.text":
    "Todos los pagos recurrentes de una billetera en este servicio, los haya creado quien los haya creado. Puede cancelar cada uno aquí.",
  "schedule.running.sign": "Firmar para verlos",
  "schedule.running.signText":
    "Demuestre con una firma que esta billetera es suya. No cuesta nada y no mueve dinero.",
  "schedule.running.asked": "Su billetera muestra un mensaje. Fírmelo para ver la lista.",
  "schedule.running.count": { one: "{count} pago recurrente", other: "{count} pagos recurrentes" },
  "schedule.running.none": "Nada sale solo de esta billetera.",
  "schedule.running.status": "Estado",
  "schedule.running.paid": "Pagado hasta ahora",
  "schedule.running.rest": "Aún puede salir de la billetera",
  "schedule.running.open": "Fechas y detalles",

  "wallet.loading": "Buscando billeteras…",
  "wallet.loadingFailed": "No se pudieron cargar las billeteras. Compruebe la conexión e inténtelo de nuevo.",
  "wallet.empty": "No hay ninguna red de este tipo configurada.",
  "wallet.family": "Tipo de billetera",
  "wallet.evm": "EVM",
  "wallet.tron": "Tron",
  "wallet.more": "Más billeteras",
  "wallet.waiting": "Esperando a {name}. Busque su ventana.",
  "wallet.notInstalled": "{name} no está instalada en este navegador.",
  "wallet.install": "Obtener {name}",
  "wallet.openApp": "Abrir {name}",
  "wallet.scan": "Escanee este código con {name}.",
  "wallet.copyLink": "Copiar enlace",
  "wallet.error.rejected": "Lo rechazó en la billetera. No ha pasado nada.",
  "wallet.error.pending_request": "{name} aún espera una respuesta anterior. Ábrala y responda allí primero.",
  "wallet.error.wrong_chain": "{name} está en otra red.",
  "wallet.error.wrong_account": "{name} cambió a otra cuenta.",
  "wallet.error.not_installed": "{name} no está instalada en este navegador.",
  "wallet.error.insufficient_funds": "{name} no tiene suficiente para esto.",
  "wallet.error.no_typed_data": "{name} no puede firmar este tipo de documento.",
  "wallet.error.no_batch": "{name} no envía varias transacciones juntas.",
  "wallet.error.real_wallet_refused":
    "Esta página funciona con cadenas de prueba locales. Aquí solo sirve Test wallet.",
  "wallet.error.disconnected": "{name} no está conectada.",
  "wallet.error.failed": "{name} no respondió como se esperaba. Inténtelo de nuevo.",

  ...crosschain,
  ...exchange,
  ...onboarding,

  "receipt.title": "Recibo",
  "receipt.heading": "Pagado",
  "receipt.reference": "Referencia",
  "receipt.payee": "Destinatario",
  "receipt.payeeMasked": "El destinatario mantiene en privado la dirección completa.",
  "receipt.asked": "Solicitado",
  "receipt.refunded": "Devuelto",
  "receipt.requestId": "Solicitud",
  "receipt.transfers": { one: "{count} transferencia", other: "{count} transferencias" },
  "receipt.from": "De",
  "receipt.transaction": "Transacción",
  "receipt.block": "Bloque",
  "receipt.explorer": "Ver en el explorador de bloques",
  "receipt.confirmed": "Confirmado",
  "receipt.final": "Definitivo",
  "receipt.confirmedNote":
    "Está lo bastante profundo en la cadena para contar. Será definitivo cuando sigan más bloques.",
  "receipt.finalNote": "La cadena ya no lo deshará.",
  "receipt.quittance": "Recibo firmado",
  "receipt.quittanceNote":
    "Una quittance es este recibo como archivo con una firma. Cualquiera puede comprobarla sin preguntarnos y compararla con la cadena.",
  "receipt.download": "Descargar la quittance",
  "receipt.signer": "Firmado por",
  "receipt.pdf": "Descargar en PDF",
  "receipt.print": "Imprimir",
  "receipt.none": "Aquí no hay ningún recibo",
  "receipt.noneNote":
    "O este pago aún no se ha confirmado, o la dirección está incompleta. Si acaba de pagar, vuelva a mirar en un momento.",

  "quittance.check": "Comprobar la quittance",
  "quittance.checking": "Comprobando",
  "quittance.verified": "Verificada: esta quittance es auténtica",
  "quittance.verifiedNote":
    "Su navegador lo ha comprobado por sí mismo: la clave del servicio firmó exactamente esto y las transferencias suman el importe.",
  "quittance.signedBy": "Firmada por",
  "quittance.amount": "Importe",
  "quittance.recipient": "Destinatario",
  "quittance.paidAt": "Pagado el",
  "quittance.transaction": "Transacción",
  "quittance.download": "Descargar la quittance",
  "quittance.refused": "No verificada",
  "quittance.refused.unreadable": "Lo que se ha cargado no es una quittance completa.",
  "quittance.refused.signature":
    "La firma no es la del servicio: el documento se ha modificado o lo firmó otra clave.",
  "quittance.refused.other": "Es de otro pago: su solicitud o su destinatario no es el de esta página.",
  "quittance.refused.sums": "Sus transferencias no suman el importe.",
  "quittance.refusedNote":
    "No confíe en este documento. Su pago está en la cadena de todos modos; su transacción está en esta página.",
  "quittance.unreachable": "No se ha podido cargar la quittance. Inténtelo de nuevo en un momento.",

  "refund.title": "Dinero de vuelta para usted",
  "refund.heading": "{merchant} le devuelve dinero",
  "refund.headingUnnamed": "Recibe dinero de vuelta",
  "refund.upTo": "Hasta {amount} en {network}",
  "refund.address": "Su dirección en {network}",
  "refund.hint":
    "Una cartera suya, o su propia dirección en un exchange para {symbol} en {network}. No la dirección desde la que se envió su pago: a menudo es del exchange, y el dinero enviado allí se pierde.",
  "refund.continue": "Continuar",
  "refund.check": "¿Es esta su dirección?",
  "refund.checkNote":
    "Compare cada signo. Después no se puede cambiar, y el dinero enviado a una dirección equivocada se pierde.",
  "refund.confirm": "Sí, enviarlo ahí",
  "refund.change": "Cambiar la dirección",
  "refund.done": "Su dirección está indicada",
  "refund.doneNote":
    "El dinero aún no se ha enviado. Quien lo devuelve lee esta dirección y puede pedirle que la confirme.",
  "refund.named": "Aquí ya se indicó una dirección",
  "refund.namedNote":
    "No se puede cambiar. Si no fue usted, dígalo de inmediato, antes de que se envíe el dinero.",
  "refund.none": "Este enlace no es válido",
  "refund.noneNote":
    "Puede que haya caducado o que otro enlace lo haya sustituido. Pida uno nuevo a quien se lo envió.",
  "refund.invalid":
    "No se puede devolver dinero a esto en {network}: no es una dirección, o es una que no le pertenece.",
  "refund.rejected": "El dinero de este pago no se puede enviar a esta dirección.",
  "refund.trouble": "El servicio no respondió. Inténtelo de nuevo.",
};
