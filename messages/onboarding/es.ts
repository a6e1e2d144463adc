import type { TranslationOf } from "@/messages/message";
import type { onboarding as source } from "@/messages/onboarding/en";

export const onboarding: TranslationOf<typeof source> = {
  "onboarding.title": "Invitación",
  "onboarding.step": "Paso {step} de {steps}",
  "onboarding.wallet": "Su cartera",
  "onboarding.noScript":
    "Esta página necesita JavaScript para conectar una cartera. Lo que usted aceptaría está escrito aquí por completo.",

  "onboarding.welcome.title": "{partner} le invita a cobrar en stablecoins",
  "onboarding.welcome.text":
    "{partner} quiere crear enlaces de pago para usted. Lea qué significa y cuánto cuesta. Nada queda acordado hasta que usted lo diga al final.",
  "onboarding.welcome.until": "Esta invitación sirve una sola vez, hasta el {date}.",
  "onboarding.welcome.goOn": "Continuar",
  "onboarding.welcome.note": "Usted inicia sesión con su cartera. No cuesta nada y no mueve dinero.",

  "onboarding.connect.title": "Conecte la cartera en la que quiere cobrar",
  "onboarding.connect.text":
    "La cartera firma un mensaje para demostrar que es suya. No cuesta nada y no mueve dinero.",
  "onboarding.connect.sign": "Firme el mensaje en su cartera.",

  "onboarding.destination.title": "Dónde cobra usted",
  "onboarding.destination.text":
    "Los pagos van directamente a su cartera. Elija la red y el token que quiere recibir.",
  "onboarding.destination.chain": "Red",
  "onboarding.destination.token": "Token",
  "onboarding.destination.chooseChain": "Elija una red",
  "onboarding.destination.chooseToken": "Elija un token",
  "onboarding.destination.current": "(actual)",
  "onboarding.destination.paidIn": "{token} en {network}",
  "onboarding.destination.use": "Usar este destino",
  "onboarding.destination.change": "Elegir otro",
  "onboarding.destination.changeNote":
    "El cambio vale para todo lo que se paga a esta cartera: para los enlaces que se creen desde ahora, no para los que ya existen.",
  "onboarding.destination.create": "Crear destino",
  "onboarding.destination.update": "Cambiar destino",

  "onboarding.review.title": "Revise lo que acepta",
  "onboarding.review.text":
    "Esto es todo. Queda guardado en su cuenta y puede volver a leerlo cuando quiera.",
  "onboarding.review.paidTo": "Usted cobra",
  "onboarding.review.agree": "Aceptar y vincularse con {partner}",
  "onboarding.review.free": "Aceptar no cuesta nada y no mueve dinero.",

  "onboarding.access.title": "Qué puede hacer {partner}",
  "onboarding.access.text":
    "En su cuenta se crea un nuevo ID de cliente llamado {name}. Con él, {partner} crea enlaces de pago que le pagan a usted.",
  "onboarding.access.domains": "Sitios web que pueden usarlo:",
  "onboarding.access.custody":
    "{partner} no puede guardar ni desviar su dinero: esos enlaces pagan a su cartera y a nadie más, salvo las comisiones de abajo. {partner} ve el ID de cliente, su cartera y lo que se paga por sus enlaces.",

  "onboarding.fee.title": "Cuánto cuesta",
  "onboarding.fee.none": "{partner} no cobra comisión.",
  "onboarding.fee.incoming.payer": "{percent} además de cada pago a usted. Lo asume quien paga.",
  "onboarding.fee.incoming.recipient": "{percent} de cada pago a usted. Se descuenta de lo que recibe.",
  "onboarding.fee.outgoing.payer": "{percent} además de cada pago que usted hace. Lo asume usted.",
  "onboarding.fee.outgoing.recipient":
    "{percent} de cada pago que usted hace. Se descuenta de lo que recibe el destinatario.",
  "onboarding.fee.cap": "Como máximo {cap} USD por pago.",
  "onboarding.fee.changes":
    "{partner} puede cambiar su comisión para enlaces posteriores; un enlace que existe conserva la suya. Su panel muestra la comisión vigente junto a la que aceptó, y puede irse cuando quiera.",

  "onboarding.example.incoming": "Ejemplo: usted pide {amount}",
  "onboarding.example.outgoing": "Ejemplo: usted paga {amount} a alguien",
  "onboarding.example.payer": "Quien paga paga",
  "onboarding.example.youGet": "Usted recibe",
  "onboarding.example.youPay": "Usted paga",
  "onboarding.example.recipient": "El destinatario recibe",
  "onboarding.example.partner": "{partner} recibe",
  "onboarding.example.service": "Este servicio recibe",

  "onboarding.screening.title": "A quién se comprueba",
  "onboarding.screening.yours":
    "Usted elige si se comprueban las carteras de quienes le pagan. {partner} no lo decide.",
  "onboarding.screening.none": "A nadie: las carteras de quienes le pagan no se comprueban.",
  "onboarding.screening.by":
    "{provider} comprueba las carteras de quienes le pagan. Una cartera rechazada no puede pagarle.",
  "onboarding.screening.backup":
    "A {provider} solo se le pregunta cuando el primero no puede responder. Un rechazo es definitivo.",
  "onboarding.screening.fixed": "Lo decide {partner}. Usted puede verlo en su panel, pero no cambiarlo.",
  "onboarding.screening.choose": "Comprobar las carteras de quienes le pagan",
  "onboarding.screening.later": "Puede cambiarlo más tarde en su panel.",
  "onboarding.screening.placeholder": "Elija",
  "onboarding.screening.choiceNone": "No comprobarlas",

  "onboarding.look.title": "Qué aspecto tiene",
  "onboarding.look.partner":
    "Quienes le pagan ven una página de pago con el nombre y los colores de {partner}.",
  "onboarding.look.plain": "Quienes le pagan ven la página de pago con sus propios colores, sin otro nombre.",

  "onboarding.leave.title": "Cómo irse",
  "onboarding.leave.text":
    "Puede desvincularse en su panel cuando quiera, sin pedirlo. Entonces {partner} ya no puede crear enlaces para usted; los que existen aún se pueden pagar. Un ID de cliente desvinculado no se puede volver a vincular.",

  "onboarding.done.title": "Está vinculado",
  "onboarding.done.text": "{partner} ya puede crear enlaces de pago para usted con el ID de cliente {name}.",
  "onboarding.done.clientId": "ID de cliente",
  "onboarding.done.dashboard": "Abrir el panel",
  "onboarding.done.close": "Puede cerrar esta página. Lo que aceptó está en el panel, en Partners.",

  "onboarding.used.title": "Esta invitación ya se usó",
  "onboarding.used.text":
    "Sirve una sola vez. Si fue usted, todo está en su panel. Si no, pida una nueva a {partner}.",
  "onboarding.expired.title": "Demasiado tarde: esta invitación ha caducado",
  "onboarding.expired.text": "No se acordó nada. Pida una nueva a {partner}.",
  "onboarding.not_found.title": "Enlace no válido: no se encontró ninguna invitación",
  "onboarding.not_found.text":
    "La dirección de esta página está incompleta o la invitación no existe. Pídala de nuevo a quien la envió.",

  "onboarding.trouble.session_ended":
    "Su sesión ha terminado. Conecte de nuevo su cartera. Hasta ahora no se ha acordado nada.",
  "onboarding.trouble.terms_changed":
    "Las condiciones han cambiado desde que abrió esta página, así que no se acordó nada. Léalas de nuevo.",
  "onboarding.trouble.destination_gone":
    "Esta cartera ya no tiene un destino activo, así que no se acordó nada. Elija uno de nuevo.",
  "onboarding.trouble.unreachable":
    "No se puede contactar con el servicio. No es seguro que su último paso haya llegado. Inténtelo de nuevo en un momento.",
  "onboarding.trouble.refused": "El servicio no lo aceptó. No se acordó nada.",
  "onboarding.trouble.sign_in":
    "El servicio no aceptó el inicio de sesión. Inténtelo de nuevo en un momento.",

  "onboarding.confirm.title": "Confirme este cambio",
  "onboarding.confirm.text": "Todavía no se ha cambiado nada.",
  "onboarding.confirm.no": "Ahora no",
  "onboarding.confirm.yes": "Confirmar",
  "onboarding.confirm.with": "Confirmar con {wallet}",
  "onboarding.confirm.account": "Cuenta: {account}",
  "onboarding.confirm.signing":
    "Su cartera muestra las mismas palabras. Firme allí si es lo que quiere; firmar no cuesta nada y no mueve dinero.",
  "onboarding.confirm.device": "Su dispositivo le pide la huella, la cara o el PIN. No se paga nada.",
  "onboarding.confirm.passkey": "Confirmar con una clave de acceso",
  "onboarding.confirm.any": "Puede confirmarlo cualquiera de estas carteras:",
  "onboarding.confirm.other":
    "{wallet} no es una cartera con la que usted inicia sesión. Elija una de las que aparecen aquí.",
  "onboarding.confirm.password": "Contraseña de la cuenta",
};
