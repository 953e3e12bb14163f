package search_test

import (
	"strings"
	"testing"

	"github.com/discoveryd/discoveryd/internal/tool"
)

// tongues are tools described in many languages; no word of one is in another.
func tongues() []tool.Spec {
	return []tool.Spec{
		{Name: "t.german", Description: "Prüft die Größe der Straße und übergibt das Ergebnis an die Behörde."},
		{Name: "t.french", Description: "Crée un élève à Nîmes et l'inscrit où il y a de la place, façon œuvre."},
		{Name: "t.spanish", Description: "Añade una reunión al calendario del niño mañana."},
		{Name: "t.turkish", Description: "IŞIKLARI kapatır, sonra İzmir'deki ışığı açar."},
		{Name: "t.polish", Description: "Zażółć gęślą jaźń na ścianie łóżka."},
		{Name: "t.russian", Description: "Отправляет счёт клиенту и проверяет платёж."},
		{Name: "t.greek", Description: "Διαγράφει τους λογαριασμούς του πελάτη, ΧΩΡΙΣ ΤΕΛΟΣ."},
		{Name: "t.arabic", Description: "يحذف المُسْتَخدم من القائمة على المكتبـــة إلى الأبد"},
		{Name: "t.persian", Description: "گزارش مالی را برای کاربران میسازد"},
		{Name: "t.hebrew", Description: "מוֹחֵק אֶת הקובץ מן התיקייה"},
		{Name: "t.hindi", Description: "ग्राहक का पता खोजता है और फ़ाइल हटाता है"},
		{Name: "t.thai", Description: "ค้นหาใบแจ้งหนี้ของลูกค้า"},
		{Name: "t.chinese", Description: "查询客户的发票并计算税金"},
		{Name: "t.japanese", Description: "請求書をダウンロードして、ﾌｧｲﾙを保存します"},
		{Name: "t.korean", Description: "고객의 청구서를 검색합니다"},
		{Name: "t.wide", Description: "Ｓｅｎｄｓ ａ ㎏ of ﬁles to ½ the world"},
	}
}

func TestEveryLanguageIsFoundHoweverItIsSpelled(t *testing.T) {
	ix := build(tongues()...)
	for _, c := range []struct{ query, want, shown string }{
		{"große straße", "t.german", "Größe"},
		{"STRASSE", "t.german", "Straße"},
		{"uebergibt Behorde", "t.german", "Behörde"},
		{"eleve NIMES", "t.french", "élève"},
		{"oeuvre", "t.french", "œuvre"},
		{"ÉLÈVE", "t.french", "élève"},
		{"reunion manana", "t.spanish", "reunión"},
		{"NIÑO", "t.spanish", "niño"},
		{"isiklari", "t.turkish", "IŞIKLARI"},
		{"izmir", "t.turkish", "İzmir"},
		{"ışığı", "t.turkish", "ışığı"},
		{"gesla jazn lozka", "t.polish", "gęślą"},
		{"СЧЕТ", "t.russian", "счёт"},
		{"платеж", "t.russian", "платёж"},
		{"λογαριασμους", "t.greek", "λογαριασμούς"},
		{"τέλος", "t.greek", "ΤΕΛΟΣ"},
		{"ΛΟΓΑΡΙΑΣΜΟΎΣ", "t.greek", "λογαριασμούς"},
		{"المستخدم", "t.arabic", "المُسْتَخدم"},
		{"المكتبه", "t.arabic", "المكتبـــة"},
		{"القائمه", "t.arabic", "القائمة"},
		{"الابد", "t.arabic", "الأبد"},
		{"علي", "t.arabic", "على"},
		{"گزارش مالي", "t.persian", "مالی"},
		{"كاربران", "t.persian", "کاربران"},
		{"מוחק", "t.hebrew", "מוֹחֵק"},
		{"הקובץ", "t.hebrew", "הקובץ"},
		{"फाइल", "t.hindi", "फ़ाइल"},
		{"ग्राहक", "t.hindi", "ग्राहक"},
		{"ใบแจ้งหนี้", "t.thai", "ใบแจ้งหนี้"},
		{"ลูกค้า", "t.thai", "ลูกค้า"},
		{"发票", "t.chinese", "发票"},
		{"税", "t.chinese", "税"},
		{"客户 税金", "t.chinese", "税金"},
		{"請求書", "t.japanese", "請求書"},
		{"ファイル", "t.japanese", "ﾌｧｲﾙ"},
		{"保", "t.japanese", "保存"},
		{"ダウンロード", "t.japanese", "ダウンロード"},
		{"청구서", "t.korean", "청구서"},
		{"고객", "t.korean", "고객"},
		{"서", "t.korean", "서"},
		{"sends kg", "t.wide", "㎏"},
		{"FILES", "t.wide", "ﬁles"},
	} {
		answer := ix.Search(query(c.query))
		if got, _, _ := strings.Cut(namesOf(answer), " "); got != c.want {
			t.Errorf("%q finds %q, want %s first", c.query, namesOf(answer), c.want)
			continue
		}
		tight := query(c.query)
		tight.ExcerptCap, tight.Limit = 24, 1
		if shown := ix.Search(tight).Rows[0].Excerpt; !strings.Contains(shown, c.shown) {
			t.Errorf("%q shows %q, want %q in it", c.query, shown, c.shown)
		}
	}
}
