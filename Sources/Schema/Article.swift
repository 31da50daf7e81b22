/// A noun behind the article that it takes in a message.
///
///     withArticle("Team")     // a Team
///     withArticle("Animal")   // an Animal
///     withArticle("User")     // a User
package func withArticle(_ noun: String) -> String {
  (isSpokenWithVowel(noun) ? "an " : "a ") + noun
}

/// Whether a noun begins with a vowel as it is spoken, which its first letters mostly tell.
private func isSpokenWithVowel(_ noun: String) -> Bool {
  let letters = noun.lowercased()
  if ["uni", "use", "usa", "uti", "url", "uui", "eu", "one", "once"].contains(where: letters.hasPrefix) {
    return false
  }
  if ["hour", "honest", "honor", "honour", "heir", "html", "http", "sql", "xml"].contains(where: letters.hasPrefix) {
    return true
  }
  return letters.first.map { "aeiou".contains($0) } ?? false
}
